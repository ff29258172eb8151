import { findAsset } from "#lib/asset/assets";
import { hasWrongCheckDigit, wrongCheckDigit } from "#lib/bank/nuban";
import { ownText, recipient } from "#lib/contract/api";
import { readAccount } from "#lib/features/bulk/judge-payee";
import { eachOwnText } from "#lib/transfer/own-texts";
import { withAsk } from "./asks";
import { readBankTexts } from "./bank-texts";
import { cellOf, foldedText, isEmpty, lossIn } from "./cells";
import { type JudgedAmount, judgeAmounts } from "./judge-amounts";
import type { Facts, JudgedBatch, JudgedRow, RowFault, Said, StoredRow } from "./judged-batch";
import { type PayoutField, payoutFieldIds } from "./payout-fields";
import { type ReadToken, readToken } from "./tokens";
import { withTwins } from "./twins";

export type { ListedBank } from "#lib/features/bulk/judge-payee";
export { stateOf, withAsk } from "./asks";
export type { JudgedBatch, JudgedRow, Said, StoredRow } from "./judged-batch";

/**
 * Judges the rows of a batch by themselves and beside each other, as the form of a transfer would. Invariant: a row without a
 * fault is what `POST /api/transfers` takes, and nothing in it was guessed.
 */
export function judgeBatch(rows: readonly StoredRow[], said: Said, facts: Facts): JudgedBatch {
  const read = rows.map((row) => ({
    row,
    token: readToken(row, said.asset, facts.assets),
    isOfTotals: isOfTotals(row),
    takesPart: !row.isLeftOut && !isOfTotals(row),
  }));
  const banks = readBankTexts(read, said.banks, facts.banks);
  const { amounts, questions } = judgeAmounts(read, said, facts.unsaid ?? null);
  const judged = read.map((each, at) =>
    judgeRow(each, banks.read[at] ?? { bank: null }, amounts[at] ?? { amount: null, naira: null }, said),
  );
  const symbolOf = (id: string) => findAsset(facts.assets, id)?.fromCurrency ?? id;
  return {
    rows: withTwins(judged, symbolOf),
    questions: {
      ...questions,
      asset: read.some(({ token, takesPart }) => takesPart && token.isAsked),
      zeros: judged.filter(({ faults }) => faults.some(({ kind }) => kind === "lost_zero")).length,
    },
    banks: banks.list,
  };
}

type ReadRow = { row: StoredRow; token: ReadToken; isOfTotals: boolean };
type ReadBank = ReturnType<typeof readBankTexts>["read"][number];

function judgeRow(
  { row, token, isOfTotals: isSum }: ReadRow,
  bank: ReadBank,
  amount: JudgedAmount,
  { hasZerosBack }: Said,
): JudgedRow {
  const account = judgeAccount(row, hasZerosBack);
  const name = judgeName(row);
  const texts = eachOwnText((_, field) => judgeText(row, field));
  const { reference, purpose } = texts;
  const found = [
    ...payoutFieldIds.map((path) => (path === "bank" ? undefined : lossIn(path, cellOf(row, path)))),
    ...[amount.fault, token.fault, bank.fault, account.fault, name.fault, reference.fault, purpose.fault],
  ];
  const judged: JudgedRow = {
    n: row.n,
    row,
    read: {
      ...{ amount: amount.amount, naira: amount.naira, asset: token.asset?.asset ?? null, bank: bank.bank },
      ...{ accountNumber: account.digits, accountName: name.text },
      ...{ reference: reference.text, purpose: purpose.text },
    },
    hasZeroBack: account.hasZeroBack,
    faults: row.isLeftOut ? [] : isSum ? [ofTotals] : inOrder(found),
    asks: [],
  };
  if (bank.bank === null || !hasWrongCheckDigit(bank.bank, account.digits)) return judged;
  return withAsk(judged, {
    ...{ kind: "check_digit", of: `${bank.bank.code}:${account.digits}` },
    message: `${wrongCheckDigit} Compare the account number with what you were given.`,
  });
}

/** The first of each field. */
function inOrder(faults: readonly (RowFault | undefined)[]): RowFault[] {
  return payoutFieldIds.flatMap((id) => faults.find((fault) => fault?.path === id) ?? []);
}

const ofTotals: RowFault = {
  ...{ path: "accountNumber", kind: "missing" },
  message: "This looks like a row of totals, which pays nobody. Leave it out, or enter the account number.",
};
const totals = new Set(
  ["total", "totals", "sum", "subtotal", "sub total", "sub-total", "grand total", "total amount"].flatMap(
    (text) => [text, `${text}:`],
  ),
);
const texts = ["token", "network", "bank", "reference", "purpose"] as const;

/** No account, and either no name and bank beside an amount, or a word that says so where the name would be. */
function isOfTotals(row: StoredRow): boolean {
  const has = (field: PayoutField) => !isEmpty(cellOf(row, field));
  const says = (field: PayoutField) => totals.has(foldedText(cellOf(row, field).text));
  if (has("accountNumber")) return says("accountNumber");
  if (has("accountName")) return says("accountName");
  return texts.some(says) || (!has("bank") && (has("amount") || has("naira")));
}

type ReadNumber = { digits: string; hasZeroBack: boolean; fault?: RowFault | undefined };

function judgeAccount(row: StoredRow, hasZerosBack: boolean): ReadNumber {
  const cell = cellOf(row, "accountNumber");
  const { digits, fault, withZeros } = readAccount(cell, cell.isEdited ? cell.text : undefined);
  const loss = lossIn("accountNumber", cell);
  if (withZeros !== undefined && hasZerosBack && !cell.isEdited && loss === undefined)
    return { digits: withZeros, hasZeroBack: true };
  const path = "accountNumber";
  const own = (kind: RowFault["kind"], message: string, choices?: string[]): RowFault => ({
    ...{ path, kind, message },
    ...(choices !== undefined && { choices }),
  });
  const { error } = recipient.accountNumber.safeParse(digits);
  const message = error?.issues[0]?.message ?? "";
  const judged = (own: RowFault | undefined): ReadNumber => ({
    digits,
    hasZeroBack: false,
    fault: loss ?? own,
  });
  if (isEmpty(cell)) return judged(own("missing", message));
  // A number that a person typed lost nothing.
  if (withZeros !== undefined)
    return judged(
      cell.isEdited ? own("wrong", message) : own("lost_zero", fault?.message ?? message, [withZeros]),
    );
  if (fault !== undefined)
    return judged(own(fault.kind === "lost_digits" ? "lost_digits" : "wrong", fault.message));
  return judged(error === undefined ? undefined : own("wrong", message));
}

function judgeName(row: StoredRow): { text: string; fault?: RowFault } {
  const { text } = cellOf(row, "accountName");
  const { data, error } = recipient.accountName.safeParse(text);
  if (error === undefined) return { text: data };
  const message = error.issues[0]?.message ?? "";
  return {
    text: text.trim(),
    fault: { path: "accountName", kind: text.trim() === "" ? "missing" : "wrong", message },
  };
}

const ownTexts = eachOwnText(({ label, most }) => ownText(label.toLowerCase(), most));

function judgeText(
  row: StoredRow,
  path: "reference" | "purpose",
): { text: string | undefined; fault?: RowFault } {
  const { text } = cellOf(row, path);
  const { data, error } = ownTexts[path].safeParse(text);
  if (error === undefined) return { text: data };
  return { text: undefined, fault: { path, kind: "wrong", message: error.issues[0]?.message ?? "" } };
}
