import type { Transfer } from "#lib/contract/api";
import { formatExact } from "#lib/money/format";
import { missingWords } from "./arrived-words";

/** `kind` is the look of a notice; `quiet` needs none. */
export type ChainWords = { kind: "quiet" | "info" | "warn"; headline: string; sentences: string[] };

type Seen = Pick<Transfer, "deposit" | "amount" | "fromCurrency" | "createdAt" | "status">;

/** What the chain says of a deposit address: never what became of the money. */
export function chainWords(
  transfer: Seen,
  { networkName, windowMs }: { networkName: string; windowMs: number },
): ChainWords {
  const { deposit, fromCurrency: symbol } = transfer;
  const about = [...partsOf(transfer), ...lateOf(transfer, windowMs), ...besidesOf(transfer)];
  const words = (kind: ChainWords["kind"], headline: string, ...sentences: string[]): ChainWords => ({
    kind: about.length > partsOf(transfer).length ? "warn" : kind,
    headline,
    sentences: [...about, ...sentences],
  });
  const arrived = `${formatExact(deposit.amount ?? transfer.amount)} ${symbol}`;
  switch (deposit.label) {
    case "off":
      return words(
        "quiet",
        `This dashboard doesn’t watch ${networkName}`,
        "Only the service says whether the deposit arrived.",
      );
    case "none":
      return words("quiet", `No ${symbol} seen on ${networkName} yet`);
    case "blind":
      return words(
        "warn",
        `${networkName} couldn’t be read recently`,
        "Check the block explorer before you send again.",
      );
    case "seen": {
      const { has, needs } = deposit.confirmations ?? { has: 1, needs: 1 };
      const share = deposit.isShort ? ` of ${formatExact(transfer.amount)}` : "";
      const amount = `${formatExact(deposit.amount ?? transfer.amount)}${share} ${symbol}`;
      return words(
        "info",
        `Seen on ${networkName}: ${amount}, ${has} of ${needs} confirmations`,
        "Don’t send again.",
      );
    }
    case "exact":
      return words(
        "info",
        `${arrived} arrived on ${networkName}, the exact amount`,
        ...untilReported(transfer),
      );
    case "short":
      return words(
        "warn",
        `${formatExact(deposit.amount ?? transfer.amount)} of ${formatExact(transfer.amount)} ${symbol} arrived; ${missingWords(deposit.difference ?? transfer.amount)}`,
        "Ask the service before you send the rest.",
      );
    case "over":
      return words(
        "warn",
        `${arrived} arrived, ${formatExact(deposit.difference ?? transfer.amount)} more than asked`,
        "Ask the service about the rest. Don’t send again.",
      );
    case "wrong_token":
      return words("warn", `No ${symbol} arrived on ${networkName}`);
    case "gone":
      return words(
        "warn",
        `A deposit seen earlier is no longer on ${networkName}`,
        "It doesn’t count unless it is seen again. Ask the service before you send again.",
      );
  }
}

function partsOf({ deposit: { parts }, fromCurrency }: Seen): string[] {
  if (parts.length < 2) return [];
  return [`It came in ${parts.length} parts: ${parts.map(formatExact).join(" + ")} ${fromCurrency}.`];
}

/** By the chain's own time. */
function lateOf({ deposit: { firstAt }, createdAt }: Seen, windowMs: number): string[] {
  const minutes = firstAt === null ? 0 : Math.floor((Date.parse(firstAt) - Date.parse(createdAt)) / 60_000);
  if (minutes * 60_000 < windowMs) return [];
  return [
    `It arrived late, ${minutes} minutes after this transfer was made. Ask the service what happens to it.`,
  ];
}

function besidesOf({ deposit: { otherToken, isShared }, fromCurrency }: Seen): string[] {
  return [
    ...(otherToken === null
      ? []
      : [
          `${formatExact(otherToken.amount)} ${otherToken.symbol} arrived, and this transfer is in ${fromCurrency}. It may be lost: give the service this transaction.`,
        ]),
    ...(isShared
      ? ["Another transfer has this address, and the chain doesn’t say which one a deposit is for."]
      : []),
  ];
}

const reported = new Set<Transfer["status"]>(["deposit_received", "processing", "paid"]);

function untilReported({ status }: Seen): string[] {
  return reported.has(status) ? [] : ["Only the service says whether it took the deposit. Don’t send again."];
}
