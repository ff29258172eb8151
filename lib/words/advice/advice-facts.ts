import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import { formatCount, formatFiat, formatPadded } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import { showInvisible } from "#lib/text/visible-text";
import { ownTextNames, ownTexts } from "#lib/transfer/own-texts";
import { feeWords } from "#lib/words/quote-fee";
import { type Advised, advisedAmounts, arrivalWords } from "#lib/words/transfer-text";
import { sourceWords } from "#lib/words/words";
import { paidReport } from "./paid-report";

/** What a payment advice says, in its order: on the sheet, on paper and in the e-mail. Nothing of it is said elsewhere. */

/** `text` is drawn by its kind, after `lead`; an ID and a hash are as they came. `of`: what is copied. */
export type AdviceLine = {
  kind: "text" | "account" | "moment" | "id" | "hash";
  text: string;
  lead?: string;
  note?: string;
  of?: string;
};
export type AdviceFact = { term: string; lines: readonly AdviceLine[]; more?: string };

/** One that came as it was asked for. */
export type AdvisedDeposit = { tx: string; amount: Amount; symbol: string };

/** Anybody can send dust to an address as often as they like. */
export const mostListed = 20;

export function adviceFacts(
  transfer: TransferWithEvents,
  { networkName, deposits }: { networkName: string; deposits: readonly AdvisedDeposit[] },
): AdviceFact[] {
  const { id, transactionId, accountName, bankName, accountNumber } = transfer;
  const one = (term: string, line: Omit<AdviceLine, "kind"> & Partial<AdviceLine>): AdviceFact => ({
    term,
    lines: [{ kind: "text", ...line }],
  });
  return [
    one("Paid to", { text: showInvisible(accountName) }),
    one("Bank and account", {
      ...{ kind: "account", text: accountNumber, lead: `${showInvisible(bankName)} · ` },
    }),
    ...ownTextNames.flatMap((name) => {
      const text = ownTexts[name].isOnAdvice ? transfer[name] : null;
      return text === null ? [] : [one(ownTexts[name].label, { text: showInvisible(text) })];
    }),
    ...arrivalFacts(transfer, networkName),
    ...quoteFacts(transfer),
    reportFact(transfer),
    ...depositFacts(deposits),
    ...(transactionId === null
      ? []
      : [one("Transaction ID", { kind: "id", text: transactionId, of: "transaction ID" })]),
    one("Transfer ID", { kind: "id", text: id, of: "transfer ID" }),
  ];
}

/** By the network; what nobody saw there is said as what was asked for. */
function arrivalFacts(transfer: Transfer, networkName: string): AdviceFact[] {
  const arrival = arrivalWords(transfer, networkName);
  const asked = `${formatPadded(transfer.amount)} ${transfer.fromCurrency} on ${networkName}`;
  const isAsAsked = transfer.deposit.label === "exact";
  const line = (text: string, note?: string): AdviceLine[] => [
    { kind: "text", text, ...(note !== undefined && { note }) },
  ];
  return [
    ...(isAsAsked ? [] : [{ term: "Asked for", lines: line(asked) }]),
    ...(arrival === undefined
      ? []
      : [{ term: "Arrived", lines: line(isAsAsked ? asked : arrival.amount, arrival.note) }]),
  ];
}

function quoteFacts(transfer: Transfer): AdviceFact[] {
  const { quote, currency, fromCurrency } = transfer;
  const fee = feeWords(transfer);
  if (quote === null || fee === null) return [];
  const text = `${fee} · ${formatPadded(quote.rate)} ${currency} for 1 ${fromCurrency}`;
  return [{ term: "Fee and rate, quoted", lines: [{ kind: "text", text }] }];
}

function reportFact(transfer: TransferWithEvents): AdviceFact {
  const report = paidReport(transfer);
  const line: AdviceLine =
    report === undefined
      ? { kind: "text", text: sourceWords[transfer.statusSource] }
      : { kind: "moment", text: report.at, lead: `${sourceWords[report.source]}, ` };
  return { term: "Reported paid by", lines: [line] };
}

/** Each hash whole, with its amount where there are several. */
function depositFacts(deposits: readonly AdvisedDeposit[]): AdviceFact[] {
  if (deposits.length === 0) return [];
  const lines = deposits.slice(0, mostListed).map(
    ({ tx, amount, symbol }): AdviceLine => ({
      ...{ kind: "hash", text: tx, of: "transaction hash" },
      ...(deposits.length > 1 && { lead: `${formatPadded(amount)} ${symbol} ` }),
    }),
  );
  const more = deposits.length - mostListed;
  return [
    {
      term: deposits.length === 1 ? "Deposit transaction" : "Deposit transactions",
      lines,
      ...(more > 0 && { more: `And ${formatCount(more)} more` }),
    },
  ];
}

/** What the recipient gets, and whose figure that is. `figure` is null where nothing was quoted. */
export function adviceFigure(transfer: Transfer): { figure: string | null; said: string; basis: string } {
  const { accountName, currency } = transfer;
  const advised = advisedAmounts(transfer);
  const to = `paid to ${showInvisible(accountName)}`;
  if (advised === null)
    return {
      figure: null,
      said: `Reported ${to}`,
      basis: "This transfer had no quote, so no payout amount is shown.",
    };
  return {
    figure: `${formatFiat(advised.amount)} ${currency}`,
    said: `reported ${to}`,
    basis: basisOf(advised, currency),
  };
}

/** Whose figure it is. */
export function basisOf({ by, other }: Advised, currency: string): string {
  const before =
    other === null ? "" : ` ${otherWords[other.by]} was ${formatFiat(other.amount)} ${currency}.`;
  if (by === "service") return `The service says that it paid this out.${before}`;
  return `${by === "accepted" ? "As accepted." : "As quoted."}${before} The service doesn’t report the final amount.`;
}

const otherWords = { accepted: "The amount that was accepted", quoted: "The quote at creation" };
