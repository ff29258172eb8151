import type { TransferWithEvents } from "#lib/contract/api";
import { formatPadded } from "#lib/money/format";
import { formatUtc } from "#lib/text/format-time";
import { cut, showInvisible } from "#lib/text/visible-text";
import { differingWords } from "../deposit/differing-words";
import { networkSum } from "./figures";
import { wordsSaid } from "./said";

type Context = { networkName: string; isSandbox: boolean };

/** Newest last; a service that says more has a timeline of its own. */
const mostWords = 6;
const mostHashes = 5;

/**
 * What a person sends to the service: both IDs, what was asked for, what arrived with its whole hashes, what the service said
 * and when, then one question. Times are in UTC, and no line holds a name or an account of the recipient.
 */
export function questionText(
  transfer: TransferWithEvents,
  question: string,
  { networkName, isSandbox }: Context,
): string {
  const { id, transactionId, amount, fromCurrency, deposit, standing, arrivedAmount, address } = transfer;
  const sum = networkSum(transfer);
  const said = wordsSaid(transfer).slice(-mostWords);
  const hashes = deposit.transactions.slice(0, mostHashes);
  const parts = [
    isSandbox && "SANDBOX: no real money.",
    `Your transaction ID: ${transactionId ?? "not received"}`,
    `Our transfer: ${id}, created ${formatUtc(transfer.createdAt)}`,
    `Asked for: ${formatPadded(amount)} ${fromCurrency} on ${networkName}`,
    address !== null && `Deposit address: ${address}`,
    sum !== undefined && `Arrived on ${networkName}: ${formatPadded(sum)} ${fromCurrency}`,
    deposit.otherToken !== null &&
      `Also arrived: ${formatPadded(deposit.otherToken.amount)} ${deposit.otherToken.symbol}`,
    ...hashes.map((hash) => `Transaction: ${hash}`),
    deposit.transactions.length > hashes.length &&
      `and ${deposit.transactions.length - hashes.length} more transactions`,
    standing.sources !== null
      ? differingWords(standing.sources, { symbol: fromCurrency, networkName })
      : arrivedAmount !== null && `You said that arrived: ${formatPadded(arrivedAmount)} ${fromCurrency}`,
    ...said.map(({ at, text }) => `You said: ${cut(text ?? "", mostOfText)}, ${formatUtc(at)}`),
    question,
  ];
  // A line break inside a word must not forge another line.
  return parts
    .flatMap((part) => (part === false ? [] : [showInvisible(part).replace(/[\r\n]+/g, " ")]))
    .join("\n");
}

const mostOfText = 120;
