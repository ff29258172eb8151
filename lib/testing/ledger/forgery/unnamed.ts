import "#lib/features/all/index";
import { verifyAudit } from "#lib/server/audit/verify-audit";
import type { Db, Trx } from "#lib/server/tables/schema";
import { describeDifference, verifyLedger } from "#lib/server/verify/verify-ledger";
import { cannotMislead } from "./cannot-mislead";
import { type Forgery, ignoreForeignKeys, whileForged } from "./forge";
import type { TableShape } from "./table-shapes";

/** What `verify-audit` and `verify-ledger` name. */
export async function faultsNamed(ledger: Db | Trx): Promise<string[]> {
  const { fault } = await verifyAudit(ledger);
  const { differences } = await verifyLedger(ledger);
  return [...(fault === null ? [] : [fault.text]), ...differences.map(describeDifference)];
}

/** Makes each change by itself. Returns those that nothing names, and that are not listed. */
export async function unnamedOf(
  ledger: Db,
  shapes: readonly TableShape[],
  forgeries: readonly Forgery[],
): Promise<string[]> {
  await ignoreForeignKeys(ledger);
  const byName = new Map<string, TableShape>(shapes.map((shape) => [shape.name, shape]));
  const unnamed: string[] = [];
  for (const forgery of forgeries) {
    const { table, column, from, to } = forgery;
    const shape = byName.get(table);
    if (shape === undefined || `${table}.*` in cannotMislead || `${table}.${column}` in cannotMislead)
      continue;
    const named = await whileForged(ledger, shape, forgery, faultsNamed);
    if (named?.length === 0) unnamed.push(`${table}.${column}: ${from} to ${to}`);
  }
  return unnamed;
}
