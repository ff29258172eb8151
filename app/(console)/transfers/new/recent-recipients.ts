import type { Bank, Transfer } from "#lib/contract/api";
import { lastFour } from "#lib/money/format";

/** An account that was paid, or meant to be paid, before. */
export type Recipient = { bank: Bank; accountNumber: string; accountName: string };
/** One as a list shows it: whoever wants the whole number asks for the transfer, which is written into the audit log. */
export type RecentRecipient = {
  /** Our ID of the newest transfer to it. */
  transferId: string;
  bankName: string;
  accountLastFour: string;
  accountName: string;
};

const most = 4;

/** The last different recipients of transfers that were created, newest first. */
export function recentRecipients(transfers: readonly Transfer[]): RecentRecipient[] {
  const byAccount = new Map<string, RecentRecipient>();
  for (const { id, status, bankCode, bankName, accountNumber, accountName } of transfers) {
    // A refused transfer may have been refused for its recipient.
    if (["rejected", "not_created", "cancelled", "failed"].includes(status)) continue;
    const account = `${bankCode} ${accountNumber} ${accountName}`;
    if (byAccount.has(account)) continue;
    byAccount.set(account, {
      transferId: id,
      bankName,
      accountLastFour: lastFour(accountNumber),
      accountName,
    });
  }
  return [...byAccount.values()].slice(0, most);
}

/** The recipient of a transfer, in full. */
export function recipientOf({ bankCode, bankName, accountNumber, accountName }: Transfer): Recipient {
  return { bank: { code: bankCode, name: bankName }, accountNumber, accountName };
}
