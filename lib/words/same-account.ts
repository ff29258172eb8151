import type { EarlierPayout, KnownName, RenamedBank, SavedAccount } from "#lib/contract/same-account";
import { formatPadded } from "#lib/money/format";
import { formatAgo } from "#lib/text/format-time";
import { isSameName } from "#lib/text/plain-words";
import { showInvisible } from "#lib/text/visible-text";

/** Says created and not sent: the deposit may not have been made. `now` is in milliseconds since 1970. */
export function earlierPayoutWords(payout: EarlierPayout, now: number): string {
  const { amount, fromCurrency, networkName, createdAt, by, isOwn } = payout;
  const who = isOwn ? "You" : (by ?? "A command on the server");
  // Another server's clock may be ahead.
  const ago = formatAgo(createdAt, Math.max(now, Date.parse(createdAt)));
  const on = networkName === null ? "" : ` on ${networkName}`;
  return `${who} created a transfer of ${formatPadded(amount)} ${fromCurrency}${on} to ${accountWords(payout)} ${ago}.`;
}

/** Of a payee by whose name somebody else is to be paid, or the same person elsewhere. */
export function knownNameWords({ name, isArchived, bankName, accountLastFour }: KnownName): string {
  const who = `${isArchived ? "An archived payee" : "A payee"}, ${showInvisible(name)},`;
  return `${who} has another account: ${showInvisible(bankName)}, ending in ${accountLastFour}.`;
}

/** Of a payee whose account is entered under another name. */
export function savedAccountWords({ name, accountName }: SavedAccount): string {
  const saved = showInvisible(accountName);
  return isSameName(name, accountName)
    ? `This account is saved as ${saved}.`
    : `This account is ${showInvisible(name)}’s, saved as ${saved}.`;
}

export function renamedBankWords({ listed, saved }: RenamedBank): string {
  return `The list now calls this bank ${showInvisible(listed)}; you saved ${showInvisible(saved)}.`;
}

function accountWords({ account, bankName }: EarlierPayout): string {
  if (account === "same") return "this account";
  const bank = showInvisible(bankName);
  return account === "other_bank"
    ? `this account number at ${bank}`
    : `another account of this payee, at ${bank},`;
}
