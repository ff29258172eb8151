import type { Cell, Row } from "#lib/table/table";
import { withoutUnseen } from "#lib/text/unseen";
import { koboText } from "./kobo";
import { accountIn, balanceIn, currencyIn, namedRow } from "./letterhead";
import { isInWindow } from "./read-days";
import { type Mark, quoted, readMoney } from "./read-money";
import type { SidedMoney, SideReader } from "./read-sides";
import type { OtherRow, StatementFault, StatementLine } from "./statement";
import type { StatementField } from "./statement-fields";

/** Reads each row of a statement: a line of money, another row by its name, or its faults. Never two of them, and never none. */

type DayOfRow = string | null | undefined;
export type BroughtRow = { row: Row<StatementField>; day: DayOfRow; valueDay: DayOfRow };
type BareLine = Omit<StatementLine, "occurrence">;
export type RowRead =
  | { kind: "line"; line: BareLine; change: bigint; balance: bigint | null }
  | { kind: "other"; other: OtherRow; balance: bigint | null }
  | { kind: "faults"; faults: StatementFault[] };

export type Terms = {
  today: string;
  mark: Mark;
  sides: SideReader;
  /** The cells of the header, as they came. */
  header: readonly string[];
  /** Of the first row that names one. */
  account: string | null;
  currency: string | null;
};

const mostOfText = 200;

export function readRow({ row, day, valueDay }: BroughtRow, isFirst: boolean, terms: Terms): RowRead {
  const { n, cells, line } = row;
  const sided = terms.sides(cells);
  const balance = readMoney(cells.balance, terms.mark);
  const other = (kind: OtherRow["kind"], stated: bigint | null = null): RowRead => ({
    ...{ kind: "other", balance: stated },
    other: { n, kind, text: textOf(line) },
  });
  if (isHeader(line, terms.header)) return other("header");
  const faults = (found: Omit<StatementFault, "n">[]): RowRead => ({
    kind: "faults",
    faults: found.map((fault) => ({ n, ...fault })),
  });
  const named = nameOf(row);
  if (named === "total" && typeof day !== "string") return other("total");
  if (named !== undefined && named !== "total") {
    const stated = statedIn(row, sided, terms.mark);
    if (stated === "two")
      return faults([{ column: "narration", why: "It is called a balance and has an amount of its own." }]);
    const kind = named === "balance" ? (isFirst ? "opening" : "closing") : named;
    return other(kind, stated);
  }
  if (sided.kind === "empty" && balance.kind === "none" && typeof day !== "string") return other("note");
  const found = faultsOf({ row, day, valueDay }, sided, terms);
  if (balance.kind === "wrong") found.push({ column: "balance", why: balance.why });
  if (found.length > 0 || typeof day !== "string" || sided.kind === "faults") return faults(found);
  if (sided.kind !== "money") return other("zero", balanceIn(cells.balance, terms.mark));
  return lineOf(row, { day, valueDay: valueDay ?? null }, sided, balanceIn(cells.balance, terms.mark));
}

function isHeader(line: readonly string[], header: readonly string[]): boolean {
  const texts = (of: readonly string[]) =>
    of
      .map((text) => text.trim())
      .join("\n")
      .trim();
  return texts(header) !== "" && texts(line) === texts(header);
}

/** By its narration, by what stands where others have their day or reference, or by its first text. */
function nameOf({ cells, line }: Row<StatementField>) {
  const first = line.find((text) => text.trim() !== "") ?? "";
  const texts = [cells.narration.text, cells.day.text, cells.reference.text, first];
  return texts.map(namedRow).find((name) => name !== undefined);
}

/** The balance that a row states in its place, in its amount or beside its name. `two`: it has an amount besides. */
function statedIn(
  { cells, line }: Row<StatementField>,
  sided: SidedMoney,
  mark: Mark,
): bigint | "two" | null {
  const own = balanceIn(cells.balance, mark);
  const amount = sided.kind === "money" ? (sided.side === "debit" ? -sided.kobo : sided.kobo) : null;
  if (own !== null && amount !== null) return own === amount || own === -amount ? own : "two";
  if (own !== null || amount !== null) return own ?? amount;
  const beside = line.flatMap(
    (text) => /(?:ngn|n|\u20a6)?\s*\(?-?\d[\d.,]*\)?\s*(?:dr|cr)?\s*$/i.exec(text)?.[0] ?? [],
  );
  return beside.map((text) => balanceIn({ text }, mark)).find((kobo) => kobo !== null) ?? null;
}

function faultsOf(
  { row: { cells }, day, valueDay }: BroughtRow,
  sided: SidedMoney,
  { today, account, currency }: Terms,
): Omit<StatementFault, "n">[] {
  const found: Omit<StatementFault, "n">[] = [];
  const dayFault = faultOfDay(cells.day, day, today);
  if (dayFault !== undefined) found.push({ column: "day", why: dayFault });
  if (valueDay === null) found.push({ column: "valueDay", why: `${quoted(cells.valueDay.text)} is no day.` });
  if (sided.kind === "faults") found.push(...sided.faults);
  if (sided.kind === "empty") found.push({ column: "amount", why: "It has no amount." });
  const own = { account: accountIn(cells.account), currency: currencyIn(cells.currency) };
  if (own.account !== null && own.account !== account)
    found.push({ column: "account", why: `It is of another account than the first line.` });
  if (own.currency !== null && own.currency !== currency)
    found.push({ column: "currency", why: `It is in ${own.currency} and the first line isn’t.` });
  return found;
}

function faultOfDay({ text }: Cell, day: DayOfRow, today: string): string | undefined {
  if (day === undefined) return "It has no day.";
  if (day === null) return `${quoted(text)} is no day.`;
  if (isInWindow(day, today)) return undefined;
  return day > today ? `${day} is still to come.` : `${day} is more than 400 days ago.`;
}

function lineOf(
  { n, cells }: Row<StatementField>,
  days: Pick<StatementLine, "day" | "valueDay">,
  { side, kobo }: Extract<SidedMoney, { kind: "money" }>,
  balance: bigint | null,
): RowRead {
  const line = {
    ...{ n, ...days, side, amount: koboText(kobo) },
    balance: balance === null ? null : koboText(balance),
    reference: plainText(cells.reference.text),
    narration: plainText(cells.narration.text),
  };
  const change = side === "credit" ? kobo : -kobo;
  return { kind: "line", line: { ...line, identity: identityOf(line) }, change, balance };
}

/** As it stays in another export of the same lines. */
function identityOf(line: Omit<BareLine, "identity">): string {
  const { day, amount, side, balance, reference, narration } = line;
  return JSON.stringify([day, amount, side, balance, reference, narration]);
}

function plainText(text: string): string {
  return withoutUnseen(text).normalize("NFC").replace(/\s+/g, " ");
}

function textOf(line: readonly string[]): string {
  return line
    .map(plainText)
    .filter((text) => text !== "")
    .join(" ")
    .slice(0, mostOfText);
}
