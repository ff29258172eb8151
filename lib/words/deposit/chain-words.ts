import type { Transfer } from "#lib/contract/api";
import { compareAmounts } from "#lib/money/amount";
import { formatPadded } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import { unreported } from "#lib/transfer/transfer-states";
import { missingWords } from "./arrived-words";

/** `kind` is the look of a notice; `quiet` needs none. */
export type ChainWords = { kind: "quiet" | "info" | "warn"; headline: string; sentences: string[] };

type Seen = Pick<Transfer, "deposit" | "amount" | "fromCurrency" | "createdAt" | "status">;

/** `windowMs` is how long after its creation a deposit is invited; `isNetworkWatched`: of transfers that are made now. */
type About = { networkName: string; windowMs: number; isNetworkWatched: boolean };

/** What the chain says of a deposit address: never what became of the money. */
export function chainWords(transfer: Seen, { networkName, windowMs, isNetworkWatched }: About): ChainWords {
  const { deposit, fromCurrency: symbol } = transfer;
  const about = [...partsOf(transfer), ...lateOf(transfer, windowMs), ...besidesOf(transfer)];
  const isAmiss = about.length > partsOf(transfer).length;
  const words = (kind: ChainWords["kind"], headline: string, ...sentences: string[]): ChainWords => ({
    kind: isAmiss ? "warn" : kind,
    headline,
    sentences: [...about, ...sentences],
  });
  const arrived = `${formatPadded(deposit.amount ?? transfer.amount)} ${symbol}`;
  switch (deposit.label) {
    case "off":
      return words(
        "quiet",
        isNetworkWatched
          ? `This dashboard hasn’t looked at this address on ${networkName}`
          : `This dashboard doesn’t watch ${networkName}`,
        "Only the service says whether the deposit arrived.",
      );
    case "none":
      return words(
        "quiet",
        `No ${symbol} seen on ${networkName}${deposit.watchEndedAt === null ? " yet" : ""}`,
      );
    case "blind":
      return words(
        "warn",
        `We can’t see ${networkName} now`,
        "A deposit may have arrived that we don’t see. Look in the block explorer before anybody sends.",
      );
    case "seen":
      return words("info", `Seen on ${networkName}: ${confirmationWords(deposit)}`, "Don’t send again.");
    case "exact":
      return words(
        "info",
        `${arrived} arrived on ${networkName}, the exact amount`,
        ...untilReported(transfer, isAmiss),
      );
    case "short":
      return words(
        "warn",
        `${formatPadded(deposit.amount ?? transfer.amount)} of ${formatPadded(transfer.amount)} ${symbol} arrived; ${missingWords(deposit.difference ?? transfer.amount)}`,
        "Ask the service before you send the rest.",
      );
    case "over":
      return words(
        "warn",
        `${arrived} arrived, ${formatPadded(deposit.difference ?? transfer.amount)} more than asked`,
        "Ask the service what happens to the extra amount. Don’t send again.",
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

/** Some networks call a block final and count no others. */
export function confirmationWords({ confirmations }: Pick<Seen["deposit"], "confirmations">): string {
  if (confirmations === null) return "not final yet";
  return `${confirmations.has} of ${confirmations.needs} confirmations`;
}

/** Until when an address was looked at, or the last reading of its network; neither of one that never was. */
export function lastLook<Reading>(
  { label, watchEndedAt }: Pick<Seen["deposit"], "label" | "watchEndedAt">,
  reading: Reading | undefined,
): { endedAt: string } | { reading: Reading } | undefined {
  if (label === "off") return undefined;
  if (watchEndedAt !== null) return { endedAt: watchEndedAt };
  return reading === undefined ? undefined : { reading };
}

/** Beside the amount that was seen, before it is confirmed. */
export function comparedWords({
  deposit,
  amount,
  fromCurrency,
}: Pick<Seen, "deposit" | "amount" | "fromCurrency">): string {
  if (deposit.isShort) return `of ${formatPadded(amount)} ${fromCurrency}`;
  const more = deposit.difference ?? ("0" as Amount);
  return compareAmounts(more, "0" as Amount) === 0
    ? "the exact amount"
    : `${formatPadded(more)} more than asked`;
}

function partsOf({ deposit: { parts }, fromCurrency }: Seen): string[] {
  if (parts.length < 2) return [];
  return [`It came in ${parts.length} parts: ${parts.map(formatPadded).join(" + ")} ${fromCurrency}.`];
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
          `${formatPadded(otherToken.amount)} ${otherToken.symbol} arrived, but this transfer is in ${fromCurrency}. It may be lost. Give the service the transaction, and ask before you send again.`,
        ]),
    ...(isShared
      ? [
          "Another transfer has this address, and the network doesn’t show which one a deposit is for. Ask the service.",
        ]
      : []),
  ];
}

const reported = new Set<Transfer["status"]>(["deposit_received", "processing", "paid"]);

function untilReported({ status }: Seen, isAmiss: boolean): string[] {
  if (reported.has(status)) return [];
  if (!unreported.some((each) => each === status))
    return ["Only the service says whether it took the deposit. Don’t send again."];
  return [
    isAmiss
      ? "The service hasn’t reported it yet. Don’t send again."
      : "The service hasn’t reported it yet. Nothing to do now: don’t send again.",
  ];
}
