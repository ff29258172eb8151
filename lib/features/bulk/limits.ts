import type { TableLimits } from "#lib/table/table";

/** Of one table of payouts or payees. */
export const mostBytes = 1024 * 1024;
export const mostRows = 1_000;
export const bulkLimits: TableLimits = { mostBytes, mostRows };
