import type { Bank, Transfer } from "#lib/contract/api";

/** An account that was paid, or meant to be paid, before. */
export type Recipient = { bank: Bank; accountNumber: string; accountName: string };

const most = 4;

/** The last different recipients of transfers that were created, newest first. */
export function recentRecipients(transfers: readonly Transfer[]): Recipient[] {
  const byAccount = new Map<string, Recipient>();
  for (const { status, bankCode, bankName, accountNumber, accountName } of transfers) {
    // A refused transfer may have been refused for its recipient.
    if (["rejected", "not_created", "cancelled", "failed"].includes(status)) continue;
    const account = `${bankCode} ${accountNumber} ${accountName}`;
    if (byAccount.has(account)) continue;
    byAccount.set(account, { bank: { code: bankCode, name: bankName }, accountNumber, accountName });
  }
  return [...byAccount.values()].slice(0, most);
}
