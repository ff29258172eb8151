import type { Cell } from "#lib/table/table";
import { withoutUnseen } from "#lib/text/unseen";
import { type Mark, type Money, quoted, readMoney } from "./read-money";
import type { StatementFault } from "./statement";
import type { StatementField } from "./statement-fields";

/**
 * Reads which side a line is of, and how much it is. Invariant: a side stands in its column, in a sign or in a word, and where
 * nothing in the file shows one, a person is asked.
 */

type Cells = Record<StatementField, Cell>;
type Amount = Extract<Money, { kind: "money" }>;
type Fault = Pick<StatementFault, "column" | "why">;
export type SidedMoney =
  | { kind: "money"; side: "credit" | "debit"; kobo: bigint }
  /** Nothing stands there, or the amount is zero. */
  | { kind: "empty" | "zero" }
  | { kind: "faults"; faults: Fault[] };

const debitWord = /^(?:dr?|debit|withdrawal|outflow|money out)\b/i;
const creditWord = /^(?:cr?|credit|deposit|lodge?ment|inflow|money in)\b/i;

function sideIn({ text }: Cell): "debit" | "credit" | "none" | "other" {
  const word = withoutUnseen(text);
  if (word === "") return "none";
  if (debitWord.test(word)) return "debit";
  return creditWord.test(word) ? "credit" : "other";
}

/** A column that is called `Type` may be of anything: it says the side only if some of its cells do. */
function saysSide(rows: readonly Cells[]): boolean {
  return rows.some(({ side }) => ["debit", "credit"].includes(sideIn(side)));
}

export type SideReader = (cells: Cells) => SidedMoney;

/** Of a file with a column for each side. */
export function readBothColumns(rows: readonly Cells[], mark: Mark): SideReader {
  const debits = rows.flatMap(({ debit }) => amountIn(readMoney(debit, mark)) ?? []);
  // Some banks write each debit with a minus, beside the credits.
  const areNegative = debits.every(({ says }) => says === "minus");
  return (cells) => {
    const [credit, debit] = [readMoney(cells.credit, mark), readMoney(cells.debit, mark)];
    const faults = [...ofColumn("credit", credit, false), ...ofColumn("debit", debit, areNegative)];
    if (faults.length > 0) return { kind: "faults", faults };
    const [came, went] = [amountIn(credit), amountIn(debit)];
    if (came !== undefined && went !== undefined)
      return { kind: "faults", faults: [{ column: "debit", why: "It has a debit and a credit." }] };
    if (came !== undefined) return { kind: "money", side: "credit", kobo: came.kobo };
    if (went !== undefined) return { kind: "money", side: "debit", kobo: went.kobo };
    return { kind: credit.kind === "money" || debit.kind === "money" ? "zero" : "empty" };
  };
}

/** A zero beside the other side's amount says nothing. */
function amountIn(money: Money): Amount | undefined {
  return money.kind === "money" && money.kobo !== 0n ? money : undefined;
}

function ofColumn(column: "credit" | "debit", money: Money, mayBeNegative: boolean): Fault[] {
  if (money.kind === "wrong") return [{ column, why: money.why }];
  const says = amountIn(money)?.says ?? null;
  if (says === null || says === column || says === "plus" || (says === "minus" && mayBeNegative)) return [];
  const why =
    says === "minus"
      ? `A ${column} below zero could be either side.`
      : `It says ${says} in the column of ${column}s.`;
  return [{ column, why }];
}

/** Of a file with one column of amounts. `isAsked`: no cell shows a side, so each of them could be either. */
export function readOneColumn(
  rows: readonly Cells[],
  mark: Mark,
): { read: SideReader; isAsked: boolean; hasSides: boolean } {
  const hasSides = saysSide(rows);
  const shown = rows.flatMap(({ amount }) => amountIn(readMoney(amount, mark)) ?? []);
  const isAsked = !hasSides && shown.length > 0 && shown.every(({ says }) => says === null);
  const saysCredit = shown.some(({ says }) => says === "credit");
  const read: SideReader = ({ amount: cell, side }) => {
    const money = readMoney(cell, mark);
    if (money.kind === "wrong") return { kind: "faults", faults: [{ column: "amount", why: money.why }] };
    const amount = amountIn(money);
    if (amount === undefined) return { kind: money.kind === "money" ? "zero" : "empty" };
    const sideOf = sideBy(amount.says, hasSides ? side : { text: "" });
    if (sideOf !== null && typeof sideOf === "object") return { kind: "faults", faults: [sideOf] };
    if (sideOf === null && (hasSides || saysCredit)) return { kind: "faults", faults: [sideless(hasSides)] };
    return { kind: "money", side: sideOf ?? "credit", kobo: amount.kobo };
  };
  return { read, isAsked, hasSides };
}

/** What the amount and the column of sides say together; null where neither says anything. */
function sideBy(says: Amount["says"], cell: Cell): "debit" | "credit" | Fault | null {
  const [own, said] = [ownSide(says), sideIn(cell)];
  if (said === "other") return { column: "side", why: `${quoted(cell.text)} is neither debit nor credit.` };
  if (said === "none") return own;
  // A plus may say no more than that an amount is above zero.
  if (own === null || says === "plus" || own === said) return said;
  return { column: "amount", why: `Its amount says ${own} and its side says ${said}.` };
}

function sideless(hasSides: boolean): Fault {
  return { column: hasSides ? "side" : "amount", why: "Nothing says whether it is a debit or a credit." };
}

function ownSide(says: Amount["says"]): "debit" | "credit" | null {
  if (says === "minus") return "debit";
  return says === "plus" ? "credit" : says;
}
