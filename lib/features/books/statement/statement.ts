import type { Column, Grid, Line, Mapping, Unclear } from "#lib/table/table";
import type { DayOrder, UnclearDay } from "./read-days";
import type { StatementField } from "./statement-fields";

/** What a statement gives. All amounts are naira as text with two decimals; all days are `2026-11-24`. */

export type StatementSaid = {
  mapping?: Mapping<StatementField> | undefined;
  /** Of this file, or of an earlier one of the account: a column that shows its order wins over it. */
  dayOrder?: DayOrder | undefined;
};

export type StatementLine = {
  /** The number of its line in the file. */
  n: number;
  day: string;
  valueDay: string | null;
  side: "credit" | "debit";
  amount: string;
  balance: string | null;
  reference: string;
  narration: string;
  /** The same text for the same line of another file. */
  identity: string;
  /** Among lines of the same identity, from 1 on, the oldest first. */
  occurrence: number;
};

/** A row that is no line of money, and what it is. `zero`: its amount is nothing. `note`: it has neither a day nor an amount. */
export type OtherRow = {
  n: number;
  kind: "opening" | "closing" | "total" | "header" | "zero" | "note";
  text: string;
};
export type StatementFault = { n: number; column: StatementField; why: string };
/** What there is to know of a row that can be read. */
export type Remark = { n: number; what: "hidden" | "formula" | "digits_lost" };
/** `missing`: what a line would have to add for the balance to follow; below zero for a debit. */
export type Break = { afterN: number; missing: string };

export type ReadStatement = {
  kind: Grid["kind"];
  headerLine: number | null;
  /** The lines above the header, such as a letterhead. */
  above: readonly Line[];
  /** With `field` null: not used. */
  columns: readonly Column<StatementField>[];
  filledBy: readonly { field: StatementField; by: StatementField }[];
  emptyRows: number;
  /** Rows below the header that hold something: those of `lines`, `others` and `faults` together. */
  rows: number;
  /** The oldest first, whichever order the file has. */
  lines: StatementLine[];
  others: OtherRow[];
  faults: StatementFault[];
  remarks: Remark[];
  dayOrder: DayOrder | null;
  /** Dates that a spreadsheet had swapped were put right. */
  isSwapped: boolean;
  order: "oldest_first" | "newest_first";
  /** Each found in the letterhead or in a column of its own. The number may be masked: ask `fitsAccount`. */
  account: string | null;
  currency: string | null;
  /** As the file states them, else by its first and its last balance. */
  opening: string | null;
  closing: string | null;
  /** Whether there is a balance that the lines have to follow. */
  hasBalances: boolean;
  breaks: Break[];
  /** Lines of the bank's own charges, which belong to no payout. */
  charges: { ns: number[]; sum: string };
};

export type StatementRead =
  | { unclear: Unclear<StatementField> }
  | { daysUnclear: UnclearDay[] }
  | ReadStatement;
