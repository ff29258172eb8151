import type { EarlierPayout } from "#lib/contract/same-account";
import { formatExact } from "#lib/money/format";
import { formatAgo } from "#lib/text/format-time";

/** Says created and not sent: the deposit may not have been made. `now` is in milliseconds since 1970. */
export function earlierPayoutWords(payout: EarlierPayout, now: number): string {
  const { amount, fromCurrency, createdAt, by, isOwn } = payout;
  const who = isOwn ? "You" : (by ?? "A command on the server");
  // Another server's clock may be ahead.
  const ago = formatAgo(createdAt, Math.max(now, Date.parse(createdAt)));
  return `${who} created a transfer of ${formatExact(amount)} ${fromCurrency} to this account ${ago}.`;
}
