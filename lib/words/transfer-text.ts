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

/**
 * What the recipient was to get: what was accepted, and beside it the service's own quote at the creation where that says
 * something else.
 */
export function advisedAmounts({
  quote,
  acceptedOutput,
}: Pick<Transfer, "quote" | "acceptedOutput">): { amount: Amount; fresh: Amount | null } | null {
  const fresh = quote?.outputAmount ?? null;
  const amount = acceptedOutput ?? fresh;
  if (amount === null) return null;
  return { amount, fresh: fresh === null || formatFiat(fresh) === formatFiat(amount) ? null : fresh };
}

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
    advised !== null &&
      `Amount: ${formatFiat(advised.amount)} ${currency} (${advised.fresh === null ? "as quoted" : "as accepted"})`,
    advised !== null &&
      advised.fresh !== null &&
      `Quoted at creation: ${formatFiat(advised.fresh)} ${currency}`,
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
