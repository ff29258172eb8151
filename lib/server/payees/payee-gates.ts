import { hook } from "#lib/server/config/hook";
import type { Trx } from "#lib/server/tables/schema";
import type { VersionName } from "./version-name";

/**
 * Who may ask for a second person before a payee's account counts. The ledger knows that a version waits, and never why: a
 * gate does.
 */
export type PayeeGate = {
  /** Runs in the transaction that writes the version. Null lets it count at once; else a function that asks. Throws a `Problem`. */
  judge(trx: Trx, makerId: string): Promise<((trx: Trx, version: VersionName) => Promise<void>) | null>;
  /** Ends a request that nobody decided. */
  withdraw(trx: Trx, version: VersionName): Promise<void>;
};

export const payeeGates = hook<PayeeGate>("payeeGates");

/** Nothing where the version counts at once. */
export async function askPayeeGates(
  trx: Trx,
  makerId: string,
): Promise<((trx: Trx, version: VersionName) => Promise<void>)[]> {
  const asks = [];
  for (const gate of payeeGates.all()) {
    const ask = await gate.judge(trx, makerId);
    if (ask !== null) asks.push(ask);
  }
  return asks;
}
