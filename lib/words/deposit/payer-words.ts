import type { PayerView, PaymentRequest } from "#lib/contract/pay/pay-links";
import { compareAmounts } from "#lib/money/amount";
import { formatPadded } from "#lib/money/format";
import { showInvisible } from "#lib/text/visible-text";
import { type Figure, sumFigures } from "../trouble/figures";
import { confirmationWords } from "./chain-words";
import { depositWords } from "./deposit-words";
import { differingWords } from "./differing-words";

/** What a payer is told: nothing of the payout, and never more of the deposit than the network or the service says. */
export type PayerWords = { kind: "info" | "ok" | "warn"; headline: string; advice: string };

/** `undefined` while the payment is asked for. */
export function payerWords({ state, request }: PayerView): PayerWords | undefined {
  const payee = request === null ? "the sender of this link" : showInvisible(request.payeeName);
  const alreadySent = `Already sent? Tell ${payee}.`;
  const words = (kind: PayerWords["kind"], headline: string, advice: string) => ({ kind, headline, advice });
  switch (state) {
    case "open":
      return undefined;
    case "received":
      // Nothing that looks like success where two sources differ.
      if (request !== null && request.sources !== null)
        return words("warn", "The amounts don’t agree. Do not send again.", `Ask ${payee} which one counts.`);
      // Nor where what is on its way is less than the amount.
      if (request !== null && isSeenShort(request))
        return words(
          "info",
          "Less than the amount was seen. Do not send again yet.",
          `Ask ${payee} before you send the rest.`,
        );
      return words("ok", `${seenOrReported(request)} Do not send again.`, "");
    case "short":
      return words(
        "warn",
        "Less than the amount arrived. Do not send again yet.",
        `Ask ${payee} before you send the rest.`,
      );
    case "over":
      return words(
        "warn",
        "More than the amount arrived. Do not send again.",
        `Ask ${payee} what happens to the extra amount.`,
      );
    case "late":
      return words("warn", "The time to send has passed. Do not send.", alreadySent);
    case "expired":
      return words("warn", "Expired. Do not send.", alreadySent);
    case "cancelled":
      return words("warn", "Cancelled. Do not send.", alreadySent);
    case "stopped":
      return words("warn", "Do not send now.", `Ask ${payee} first. ${alreadySent}`);
    case "finished":
      return words("info", "Closed. Do not send.", "");
    case "ended":
      return words(
        "warn",
        "This link has ended. Do not send.",
        "Nothing sent yet? Ask a person you know at the business for a new link.",
      );
  }
}

/** On its way, and less than was asked for. */
function isSeenShort({ deposit: { label, amount: seen }, amount }: PaymentRequest): boolean {
  return label === "seen" && seen !== null && compareAmounts(seen, amount) < 0;
}

function seenOrReported(request: PaymentRequest | null): string {
  if (request === null || request.deposit.amount === null) return "A payment was reported.";
  return `A payment was seen on ${request.networkName}.`;
}

/**
 * What each source says arrived, where it isn't the amount or they don't agree; `undefined` where a sentence says it all.
 * How sure a part is matters less than that the rest is missing.
 */
export function payerFigures({ state, request }: PayerView): Figure[] | undefined {
  if (request === null) return undefined;
  const { deposit, sources, reported, networkName, amount } = request;
  const isAmiss = state === "short" || state === "over" || (state === "received" && isSeenShort(request));
  if (sources === null && !isAmiss) return undefined;
  const network = deposit.amount ?? sources?.network ?? null;
  if (network === null && reported === null) return undefined;
  return sumFigures({
    networkName,
    asked: amount,
    service: reported ?? { amount: null, at: null },
    // It may have spoken of the payment without a sum.
    noService: "no amount",
    network: { amount: network, at: deposit.firstAt },
    noNetwork: depositWords[deposit.label].toLowerCase(),
    networkSource: deposit.label === "seen" ? "seen" : "confirmed",
    isDiffering: sources !== null,
  });
}

/** What the network shows; `undefined` where that is nothing and nothing is asked for either. */
export function seenWords(state: PayerView["state"], request: PaymentRequest): string | undefined {
  const { deposit, sources, token: symbol, networkName } = request;
  if (sources !== null) return joined(differingWords(sources, { symbol, networkName }), besides(request));
  return joined(ownSeen(state, request), deposit.label === "wrong_token" ? undefined : besides(request));
}

/** Another token beside the right one. */
export function besides({
  deposit: { otherToken: other },
  token,
  payeeName,
}: PaymentRequest): string | undefined {
  return other === null
    ? undefined
    : `${otherToken(other)} arrived too, not ${token}. It may be lost: tell ${showInvisible(payeeName)}.`;
}

function joined(...sentences: (string | undefined)[]): string | undefined {
  const said = sentences.filter((sentence) => sentence !== undefined);
  return said.length === 0 ? undefined : said.join(" ");
}

function ownSeen(state: PayerView["state"], request: PaymentRequest): string | undefined {
  const { deposit, token, networkName, amount } = request;
  const payee = showInvisible(request.payeeName);
  const arrived = `${formatPadded(deposit.amount ?? amount)} ${token}`;
  switch (deposit.label) {
    case "off":
      return state === "open"
        ? `This page can’t check ${networkName}. Ask ${payee} whether your payment arrived.`
        : undefined;
    case "none":
      return state === "open" ? `Nothing seen on ${networkName} yet.` : undefined;
    case "blind":
      return state === "open"
        ? `We can’t read ${networkName} right now. Already sent? Don’t send again.`
        : undefined;
    case "seen":
      // How sure it is matters less than that a part is missing.
      if (isSeenShort(request))
        return `${formatPadded(deposit.amount ?? amount)} of ${formatPadded(amount)} ${token} was seen on ${networkName}.`;
      return `Seen on ${networkName}: ${arrived}, ${confirmationWords(deposit)}.`;
    case "exact":
      return `${arrived} arrived on ${networkName}, the exact amount.`;
    case "short":
      return `${formatPadded(deposit.amount ?? amount)} of ${formatPadded(amount)} ${token} arrived on ${networkName}. ${formatPadded(deposit.difference ?? amount)} ${token} is missing.`;
    case "over":
      return `${arrived} arrived on ${networkName}, ${formatPadded(deposit.difference ?? amount)} more than asked.`;
    case "wrong_token":
      return `${otherToken(deposit.otherToken)} arrived on ${networkName}, not ${token}. It may be lost: tell ${payee}.`;
    case "gone":
      return `A payment seen earlier is no longer on ${networkName}.`;
  }
}

function otherToken(other: PaymentRequest["deposit"]["otherToken"]): string {
  return other === null ? "Another token" : `${formatPadded(other.amount)} ${showInvisible(other.symbol)}`;
}
