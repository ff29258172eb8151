import "server-only";
import type { Trx } from "#lib/server/tables/schema";

/** Invariant: what a transaction has covered, and no entry carries yet, is carried by the next entry of the transaction. */

const collected = new WeakMap<Trx, string[]>();

/** Has the lines of a transaction wait for an entry of its own; whoever calls this writes one for what is left over. */
export function collectLines(trx: Trx): void {
  collected.set(trx, []);
}

/** Leaves lines for the transaction's next entry. Gives false when nobody would write it. */
export function leaveLines(trx: Trx, lines: readonly string[]): boolean {
  const waiting = collected.get(trx);
  waiting?.push(...lines);
  return waiting !== undefined;
}

/** Takes the lines that wait. */
export function takeLines(trx: Trx): string[] {
  return collected.get(trx)?.splice(0) ?? [];
}
