import "server-only";
import type { Trx } from "#lib/server/tables/schema";

/** Invariant: what a transaction has covered is carried by the transaction's next audit entry. */

const collected = new WeakMap<Trx, string[]>();

/** Makes lines wait; the caller must write an entry for what is left over. */
export function collectLines(trx: Trx): void {
  collected.set(trx, []);
}

/** Returns false when nobody would write the entry. */
export function leaveLines(trx: Trx, lines: readonly string[]): boolean {
  const waiting = collected.get(trx);
  waiting?.push(...lines);
  return waiting !== undefined;
}

export function takeLines(trx: Trx): string[] {
  return collected.get(trx)?.splice(0) ?? [];
}
