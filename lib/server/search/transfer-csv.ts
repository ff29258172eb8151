import "server-only";
import { stringify } from "csv-stringify/sync";
import type { Transfer } from "#lib/contract/api";
import { ownTextNames, ownTexts } from "#lib/transfer/own-texts";
import { attentionTitles } from "#lib/words/attention-titles";
import { depositWords } from "#lib/words/deposit/deposit-words";
import { feeUnit } from "#lib/words/quote-fee";
import { describeStanding, describeStatus, sourceWords } from "#lib/words/words";

/**
 * Invariant: a spreadsheet reads every cell as text. One that it would take for a formula, a number or a date gets an
 * apostrophe, also after `;`, tab and `|`, and so does one that starts with an apostrophe. A program removes one at each of
 * these places. Amounts are exact decimals without it.
 */

type Column = { name: string; of: (transfer: Transfer) => string | null };

/** Also behind a quotation mark, a blank or an apostrophe. */
const formulaOfPart = /[;\t|\r\n](?=[\s"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

function text(value: string | null): string | null {
  const safe = value?.replace(formulaOfPart, "$&'") ?? null;
  return safe !== null && /^(['\s]|\d[\d.,:/\seE+-]*$)/.test(safe) ? `'${safe}` : safe;
}

function columnsIn(timeZone: string): Column[] {
  const local = localTime(timeZone);
  return [
    { name: "ID", of: ({ id }) => text(id) },
    { name: "Transaction ID", of: ({ transactionId }) => text(transactionId) },
    { name: "Created (UTC)", of: ({ createdAt }) => createdAt },
    { name: `Created (${timeZone})`, of: ({ createdAt }) => local(createdAt) },
    { name: "Status", of: (transfer) => text(describeStatus(transfer).word) },
    { name: "Status from", of: ({ statusSource }) => sourceWords[statusSource] },
    { name: "Last change (UTC)", of: ({ updatedAt }) => updatedAt },
    { name: `Last change (${timeZone})`, of: ({ updatedAt }) => local(updatedAt) },
    { name: "Sent", of: ({ amount }) => amount },
    { name: "Arrived", of: ({ arrivedAmount }) => arrivedAmount },
    { name: "Token", of: ({ fromCurrency }) => text(fromCurrency) },
    { name: "Network", of: ({ network }) => text(network) },
    { name: "Recipient gets (estimate)", of: ({ quote }) => quote?.outputAmount ?? null },
    { name: "Currency", of: ({ currency }) => currency },
    { name: "Rate", of: ({ quote }) => quote?.rate ?? null },
    { name: "Fee", of: ({ quote }) => quote?.fee ?? null },
    { name: "Fee currency (from the arithmetic)", of: (transfer) => text(feeUnit(transfer)) },
    { name: "Bank code", of: ({ bankCode }) => text(bankCode) },
    { name: "Bank", of: ({ bankName }) => text(bankName) },
    { name: "Account number", of: ({ accountNumber }) => text(accountNumber) },
    { name: "Account name", of: ({ accountName }) => text(accountName) },
    { name: "Deposit address", of: ({ address }) => text(address) },
    { name: "Matched (UTC)", of: ({ matchedAt }) => matchedAt },
    { name: "Replaces", of: ({ replaces }) => text(replaces) },
    ...ownTextNames.map((name) => ({
      name: ownTexts[name].label,
      of: (transfer: Transfer) => text(transfer[name]),
    })),
    { name: "Arrived on the network", of: ({ deposit }) => deposit.amount },
    { name: "The network says", of: ({ deposit }) => text(depositWords[deposit.label]) },
    { name: "Standing", of: (transfer) => text(describeStanding(transfer).word) },
    {
      name: "Needs attention for",
      of: ({ standing: { reason } }) => (reason === null ? null : text(attentionTitles[reason])),
    },
    { name: "Asked for (naira)", of: ({ askedOutput }) => askedOutput },
  ];
}

/** Times are in UTC and in an IANA time zone. */
export function csvWriter(timeZone: string) {
  const columns = columnsIn(timeZone);
  const write = (records: (string | null)[][]) =>
    // Every cell is quoted, so that a separator or line break inside is no end.
    stringify(records, { record_delimiter: "windows", escape_formulas: true, quoted: true });
  return {
    /** The byte order mark, and the names of the columns. */
    head: () => `\ufeff${write([columns.map(({ name }) => name)])}`,
    rows: (transfers: readonly Transfer[]) =>
      write(transfers.map((transfer) => columns.map(({ of }) => of(transfer)))),
    /** Without this line a file is incomplete. */
    end: (rows: number) =>
      write([["End of the export", `${rows} transfers`, ...columns.slice(2).map(() => null)]]),
  };
}

/** Sorts as text: `2026-11-20 14:02:11`. One formatter for all, since making one is slow. */
function localTime(timeZone: string): (iso: string) => string {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return (iso) => format.format(Date.parse(iso));
}
