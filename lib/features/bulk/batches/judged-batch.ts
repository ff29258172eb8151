import type { Asset } from "#lib/asset/asset";
import type { Banks, ListedBank } from "#lib/features/bulk/judge-payee";
import type { Cell } from "#lib/table/table";
import type { RowFaultKind } from "./batch-answers";
import type { TickKind } from "./batch-input";
import type { PayoutField } from "./payout-fields";

/** A row as it is stored: the cells as they came, and what a person said since. */
export type StoredRow = {
  /** The number of its line. */
  n: number;
  cells: Record<PayoutField, Cell>;
  /** What a person typed in place of a cell; an empty text empties it. */
  edits: Partial<Record<PayoutField, string>>;
  /** Chosen for this row alone. */
  bank: ListedBank | null;
  ticks: readonly { kind: TickKind; of: string }[];
  isLeftOut: boolean;
};

/** What is said of the whole batch. */
export type Said = {
  /** The ID of the asset of rows that name no token. */
  asset: string | null;
  amountIs: "token" | "naira" | null;
  decimalMark: "point" | "comma" | null;
  /** Distinct texts of the bank column, each confirmed or chosen. */
  banks: readonly { text: string; bank: ListedBank }[];
  hasZerosBack: boolean;
};

export type RowFault = {
  path: PayoutField;
  kind: RowFaultKind;
  message: string;
  /** Texts for the cell that may be meant. */
  choices?: string[];
  banks?: ListedBank[];
};

export type JudgedRow = {
  n: number;
  row: StoredRow;
  /** As it would be created. What is in doubt is null, or the text as it stands. */
  read: {
    amount: string | null;
    naira: string | null;
    asset: string | null;
    bank: ListedBank | null;
    accountNumber: string;
    accountName: string;
    reference: string | undefined;
    purpose: string | undefined;
  };
  hasZeroBack: boolean;
  /** One a field at most, in the order of the fields. */
  faults: RowFault[];
  asks: {
    kind: TickKind;
    of: string;
    message: string;
    row: number | null;
    transferId: string | null;
    isTicked: boolean;
  }[];
};

export type JudgedBatch = {
  rows: JudgedRow[];
  /** What has to be said of the whole batch. */
  questions: { asset: boolean; amountIs: boolean; decimalMark: string[] | null; zeros: number };
  /** Texts of the bank column that need confirming, or have had it. */
  banks: {
    text: string;
    rows: number;
    bank: ListedBank | null;
    choices: ListedBank[];
    isConfirmed: boolean;
  }[];
};

/** `unsaid`: the name of the column of amounts, where it doesn't say what they are. */
export type Facts = { assets: readonly Asset[]; banks: Banks; unsaid?: string | null };
