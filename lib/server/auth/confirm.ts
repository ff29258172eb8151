import { guessWindowMs } from "#lib/server/credentials/attempts";
import { isAhead } from "#lib/server/tables/stored-time";
import type { Actor } from "./actor";

/** Invariant: what can't be undone needs the password, and any second factor, within the last five minutes. */

export const confirmedForMs = 5 * 60_000;
export const confirmBudget = { max: 10, windowMs: guessWindowMs };

export function isConfirmed({ confirmedAt }: Actor): boolean {
  return Date.now() - Date.parse(confirmedAt) <= confirmedForMs && !isAhead(confirmedAt);
}
