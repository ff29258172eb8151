import type { Bank, Transfer } from "#lib/contract/api";
import { lastFour } from "#lib/money/format";

export type Recipient = { bank: Bank; accountNumber: string; accountName: string };
/** Without the full number: asking for the transfer returns it, and that is logged. */
export type RecentRecipient = {
  transferId: string;
  bankName: string;
  accountLastFour: string;
  accountName: string;
};

const most = 4;

/** Returns the last different recipients who were paid, newest first. */
export function recentRecipients(transfers: readonly Transfer[]): RecentRecipient[] {
  const byAccount = new Map<string, RecentRecipient>();
  for (const { id, status, bankCode, bankName, accountNumber, accountName } of transfers) {
    // Of people who were paid: anything else may have gone wrong for its recipient.
    if (status !== "paid") continue;
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

export function recipientOf({ bankCode, bankName, accountNumber, accountName }: Transfer): Recipient {
  return { bank: { code: bankCode, name: bankName }, accountNumber, accountName };
}
