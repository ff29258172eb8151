import type { TableLimits } from "#lib/table/table";

/** Of one statement: a year of a busy account. */
export const statementLimits: TableLimits = { mostBytes: 4 * 1024 * 1024, mostRows: 5_000 };
