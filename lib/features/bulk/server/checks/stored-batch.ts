import type { StopCode } from "#lib/features/bulk/batches/batch-answers";
import type { CheckedBatchChange, TickKind } from "#lib/features/bulk/batches/batch-input";
import { foldedText } from "#lib/features/bulk/batches/cells";
import type { ListedBank, Said, StoredRow } from "#lib/features/bulk/batches/judge-batch";
import type { PayoutField } from "#lib/features/bulk/batches/payout-fields";
import type { Amount } from "#lib/money/money";
import type { Tick } from "#lib/server/submission/gates";
import type { BatchRowRow, BatchTableRow } from "#lib/server/tables/bulk/batch-rows";
import type { Cell } from "#lib/table/table";

/** What a batch keeps as JSON, and how it is read. */

/** Where the table stood in what was brought, and how the columns are called. */
export type BroughtTable = {
  kind: "text" | "workbook";
  headerLine: number | null;
  above: { n: number; cells: string[] }[];
  emptyRows: number;
  header: string[];
  unused: string[];
  /** The name of the column of amounts, where it doesn't say what they are. */
  unsaid: string | null;
};
export type BatchSaid = Said & { isNotTheSame: boolean };
export type RowSaid = {
  edits: Partial<Record<PayoutField, string>>;
  bank: ListedBank | null;
  ticks: { kind: TickKind; of: string }[];
  isLeftOut: boolean;
};

/** The service's figures for one amount of a token. */
export type AgreedRate = {
  asset: string;
  amount: Amount;
  rate: Amount;
  fee: Amount;
  outputAmount: Amount;
  quotedAt: string;
  /** What one more token pays out: less than the rate where a fee is a share of the amount. */
  slope: Amount;
};
/**
 * What a person agreed to. `subject`: the hash of all rows and rates. `waited`: the batch had to be approved as one. `at`: when its rows
 * were looked at, before anybody else approved them.
 */
export type Agreed = { subject: string; rates: AgreedRate[]; waited: boolean; at: string };
/** What a row's transfer is made of. Where `naira` is fixed, its amount is found when it is created, and is `most` at most. */
export type AgreedRow = {
  amount: Amount | null;
  naira: Amount | null;
  most: Amount | null;
  asset: string;
  bank: ListedBank;
  accountNumber: string;
  accountName: string;
  reference: string | null;
  purpose: string | null;
  payeeId: string | null;
  payeeVersion: number | null;
  confirmed: Tick[];
};
export type Stop = { code: StopCode; message: string; at: string; row: number | null };

export const emptySaid: BatchSaid = {
  asset: null,
  amountIs: null,
  decimalMark: null,
  banks: [],
  hasZerosBack: false,
  isNotTheSame: false,
};
export const emptyRowSaid: RowSaid = { edits: {}, bank: null, ticks: [], isLeftOut: false };

export function broughtOf({ brought }: Pick<BatchTableRow, "brought">): BroughtTable {
  return JSON.parse(brought) as BroughtTable;
}

export function saidOf({ said }: Pick<BatchTableRow, "said">): BatchSaid {
  return JSON.parse(said) as BatchSaid;
}

export function agreedOf({ agreed }: Pick<BatchTableRow, "agreed">): Agreed | null {
  return agreed === null ? null : (JSON.parse(agreed) as Agreed);
}

export function stopOf({ stopped }: Pick<BatchTableRow, "stopped">): Stop | null {
  return stopped === null ? null : (JSON.parse(stopped) as Stop);
}

export function rowSaidOf({ said }: Pick<BatchRowRow, "said">): RowSaid {
  return JSON.parse(said) as RowSaid;
}

export function agreedRowOf({ agreed }: Pick<BatchRowRow, "agreed">): AgreedRow | null {
  return agreed === null ? null : (JSON.parse(agreed) as AgreedRow);
}

export function storedRowOf(row: Pick<BatchRowRow, "n" | "cells" | "said">): StoredRow {
  return { n: row.n, cells: JSON.parse(row.cells) as Record<PayoutField, Cell>, ...rowSaidOf(row) };
}

/** As the hash of a row's agreement needs it: the same keys in the same order, whoever wrote it. */
export function agreedRowText(row: AgreedRow): string {
  return JSON.stringify([
    ...[row.amount, row.naira, row.most, row.asset, row.bank.code, row.bank.name, row.accountNumber],
    ...[
      row.accountName,
      row.reference,
      row.purpose,
      row.payeeId,
      row.payeeVersion,
      [...row.confirmed].sort(),
    ],
  ]);
}

/** What is said of the whole batch, after a change. */
export function saidAfter(said: BatchSaid, change: CheckedBatchChange): BatchSaid {
  // One text however it is written.
  const banks = new Map(said.banks.map((each) => [foldedText(each.text), each]));
  for (const { text, bank } of change.banks ?? [])
    if (bank === null) banks.delete(foldedText(text));
    else banks.set(foldedText(text), { text, bank });
  return {
    asset: change.asset ?? said.asset,
    amountIs: change.amountIs ?? said.amountIs,
    decimalMark: change.decimalMark ?? said.decimalMark,
    banks: [...banks.values()],
    hasZerosBack: change.hasZerosBack ?? said.hasZerosBack,
    isNotTheSame: change.isNotTheSame ?? said.isNotTheSame,
  };
}
