import { faultOfInvalid } from "#lib/asset/deposit-address";
import type { Transfer, TransferEvent, TransferWithEvents } from "#lib/contract/api";
import type { Letterhead } from "#lib/contract/letterhead/letterhead";
import { formatFiat, formatPadded, lastFour } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import { showInvisible } from "#lib/text/visible-text";
import { ownTextNames, ownTexts } from "#lib/transfer/own-texts";
import { differingWords } from "./deposit/differing-words";
import { shownEvents } from "./shown-events";
import { describeStanding, eventWords, flagWords, sourceWords } from "./words";

/** A transfer as plain text: for a title, a chat or a ticket. */

/** `1,250.00 USDC → 1,913,409.88 NGN`; without a quote, only the currency. */
function bothAmounts({ amount, fromCurrency, currency, quote }: Transfer): string {
  const sent = `${formatPadded(amount)} ${fromCurrency}`;
  return quote === null ? `${sent} → ${currency}` : `${sent} → ${formatFiat(quote.outputAmount)} ${currency}`;
}

/** For the page's title: `1,250.00 USDC to Adaeze Okonkwo`. */
export function payoutTitle({
  amount,
  fromCurrency,
  accountName,
}: Pick<Transfer, "amount" | "fromCurrency" | "accountName">): string {
  return `${formatPadded(amount)} ${fromCurrency} to ${showInvisible(accountName)}`;
}

/** For the window's title, which a screen reader says after a navigation: `Paid · 250.50 USDC to Adaeze Okonkwo`. */
export function windowTitle(transfer: Transfer): string {
  const { accountName: whole } = transfer;
  const accountName = whole.length > mostOfName ? `${whole.slice(0, mostOfName - 1)}…` : whole;
  return `${describeStanding(transfer).word} · ${payoutTitle({ ...transfer, accountName })}`;
}

const mostOfName = 60;

type Context = { networkName: string; isSandbox: boolean };

/** What finance pastes into a chat. Only for an address that passed its check. */
export function paymentInstructions(transfer: Transfer & { address: string }, context: Context): string {
  const { amount, fromCurrency, address, memo, accountName, bankName, accountNumber } = transfer;
  const start = address.slice(0, /^0x/i.test(address) ? 6 : 4);
  return lines([
    context.isSandbox && "SANDBOX: no real money. Do not send anything to this address.",
    `Send exactly ${amount} ${fromCurrency} on ${context.networkName}.`,
    `Address: ${address}`,
    memo !== null && `Memo: ${memo}. Send it with the payment: without it, the money may be lost.`,
    `The address starts with ${start} and ends with ${address.slice(-4)}. Compare both before you send.`,
    `Send ${fromCurrency} on ${context.networkName} only. Another token or another network may be lost.`,
    `Make sure that ${amount} ${fromCurrency} arrives: an exchange may take its fee from the amount.`,
    "Send once.",
    `For: ${accountName}, ${bankName}, account ending in ${lastFour(accountNumber)}`,
    `Transfer: ${transfer.id}`,
    transfer.transactionId !== null && `Transaction ID: ${transfer.transactionId}`,
  ]);
}

/** `by`: whose figure it is. `other`: what was promised, by `otherBy`, where that is another one. */
export type Advised = {
  amount: Amount;
  by: "service" | "accepted" | "quoted";
  other: { amount: Amount; by: "accepted" | "quoted" } | null;
};

/**
 * What the recipient gets: what the service says that it paid out, else what was accepted, else the service's quote at the
 * creation. `null` where nobody named a sum.
 */
export function advisedAmounts({
  quote,
  acceptedOutput,
  paidOut,
}: Pick<Transfer, "quote" | "acceptedOutput" | "paidOut">): Advised | null {
  const said = [
    { amount: paidOut?.amount ?? null, by: "service" as const },
    { amount: acceptedOutput, by: "accepted" as const },
    { amount: quote?.outputAmount ?? null, by: "quoted" as const },
  ].flatMap(({ amount, by }) => (amount === null ? [] : [{ amount, by }]));
  const [first, ...rest] = said;
  if (first === undefined) return null;
  const [next] = rest;
  if (next === undefined || next.by === "service" || formatFiat(next.amount) === formatFiat(first.amount))
    // What was accepted as it was quoted is the quote's.
    return { ...first, by: first.by === "service" ? "service" : "quoted", other: null };
  return { ...first, other: { amount: next.amount, by: next.by } };
}

/** As it stands behind a sum. */
const advisedByWords: Record<Advised["by"], string> = {
  service: "as reported by the service",
  accepted: "as accepted",
  quoted: "as quoted",
};

/** What arrived, by the network; `undefined` where nobody saw it there. */
export function arrivalWords(
  { deposit, fromCurrency, standing }: Pick<Transfer, "deposit" | "fromCurrency" | "standing">,
  networkName: string,
): { amount: string; note: string | undefined } | undefined {
  if (deposit.amount === null) return undefined;
  const seen = deposit.label === "seen" ? `Seen on ${networkName}, not confirmed yet.` : undefined;
  const differing =
    standing.sources && differingWords(standing.sources, { symbol: fromCurrency, networkName });
  return { amount: `${formatPadded(deposit.amount)} ${fromCurrency}`, note: differing ?? seen };
}

const otherWords = { accepted: "Accepted", quoted: "Quoted at creation" };

/** As many as paper has. */
const mostTransactions = 20;

/** A payment advice to paste into a mail. It says who reports the payout, and that the amount is the quoted one. */
export function adviceText(
  transfer: TransferWithEvents,
  context: Context & { transactions: readonly string[]; sender: Pick<Letterhead, "name" | "rcNumber"> },
): string {
  const { amount, fromCurrency, currency, accountName, bankName, accountNumber } = transfer;
  const advised = advisedAmounts(transfer);
  const arrival = arrivalWords(transfer, context.networkName);
  const { sender } = context;
  const more = context.transactions.length - mostTransactions;
  return lines([
    context.isSandbox && "SANDBOX: no real money.",
    "Payment advice",
    sender.name !== null && `From: ${[sender.name, sender.rcNumber].filter(Boolean).join(", ")}`,
    advised !== null && `Amount: ${formatFiat(advised.amount)} ${currency} (${advisedByWords[advised.by]})`,
    advised !== null &&
      advised.other !== null &&
      `${otherWords[advised.other.by]}: ${formatFiat(advised.other.amount)} ${currency}`,
    `Paid to: ${accountName}, ${bankName}, account ending in ${lastFour(accountNumber)}`,
    `Asked for: ${formatPadded(amount)} ${fromCurrency} on ${context.networkName}`,
    arrival !== undefined &&
      `Arrived: ${arrival.amount}${arrival.note === undefined ? "" : ` (${arrival.note})`}`,
    ...context.transactions.slice(0, mostTransactions).map((tx) => `Deposit transaction: ${tx}`),
    more > 0 && `And ${more} more deposit transactions`,
    ...ownTextNames.map((name) => {
      const { label, isOnAdvice } = ownTexts[name];
      return isOnAdvice && transfer[name] !== null && `${label}: ${transfer[name]}`;
    }),
    `Reported paid by: ${sourceWords[transfer.statusSource]}`,
    `Transfer ID: ${transfer.id}`,
    transfer.transactionId !== null && `Transaction ID: ${transfer.transactionId}`,
  ]);
}

/** What a person at the service needs to find the transfer. Times are in UTC. */
export function ticketSummary(transfer: TransferWithEvents, context: Context): string {
  const { quote, flags, claims } = transfer;
  const { older, left, newest } = shownEvents(transfer);
  const { word } = describeStanding(transfer);
  return lines([
    context.isSandbox && "SANDBOX: no real money.",
    bothAmounts(transfer) + (quote === null ? "" : " (estimate)"),
    `Status: ${word} (${sourceWords[transfer.statusSource]})`,
    transfer.standing.sources !== null &&
      differingWords(transfer.standing.sources, {
        symbol: transfer.fromCurrency,
        networkName: context.networkName,
      }),
    ...flags.map((flag) => `Attention: ${flagWords[flag].title}`),
    `Transfer: ${transfer.id}`,
    `Transaction ID: ${transfer.transactionId ?? "not received"}`,
    `Deposit address: ${transfer.address ?? (claims.length > 0 ? "not clear, send nothing" : "not received")}${invalidWords(transfer, context)}`,
    ...claims.map(
      ({ source, person, address, transactionId }) =>
        `Given by ${person ?? sourceWords[source]}: address ${address ?? "none"}, transaction ID ${transactionId ?? "none"}`,
    ),
    `Amount: ${transfer.amount} ${transfer.fromCurrency} on ${context.networkName}`,
    quote !== null &&
      `Quote: rate ${quote.rate}, fee ${quote.fee}, output ${quote.outputAmount}, at ${quote.quotedAt}`,
    `Recipient: ${transfer.accountName}, ${transfer.bankName} (${transfer.bankCode}), account ending in ${lastFour(transfer.accountNumber)}`,
    transfer.reference !== null && `Our reference: ${transfer.reference}`,
    `Created: ${transfer.createdAt}`,
    "Events:",
    ...older.map(eventLine),
    left > 0 && `- (${left} more are in the dashboard)`,
    ...newest.map(eventLine),
  ]);
}

function invalidWords({ address, addressCheck }: Transfer, { networkName }: Context): string {
  if (address === null || addressCheck !== "invalid") return "";
  const isOwnerless = faultOfInvalid(address, undefined) === "ownerless";
  return ` (${isOwnerless ? "nobody holds this address" : `not a deposit address on ${networkName}`}: do not send)`;
}

/** Long texts are cut: people read a ticket. */
const mostOfText = 300;

function eventLine({ at, source, kind, text }: TransferEvent): string {
  const said = text === null ? "" : `: ${text.length > mostOfText ? `${text.slice(0, mostOfText)}…` : text}`;
  return `- ${at} ${sourceWords[source]}: ${eventWords[kind]}${said}`;
}

function lines(parts: (string | false)[]): string {
  // A line break inside a name must not forge another line.
  return parts
    .flatMap((part) => (part === false ? [] : [showInvisible(part).replace(/[\r\n]+/g, " ")]))
    .join("\n");
}
