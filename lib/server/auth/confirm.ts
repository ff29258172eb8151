import "server-only";
import { guessWindowMs } from "#lib/server/credentials/attempts";
import { isAhead } from "#lib/server/tables/stored-time";
import type { Actor } from "./actor";

/**
 * Invariant: what cannot be taken back is done only by a person who proved within the last five minutes to be there, by
 * the password and, where there is one, the second factor.
 */

/** For how long a proof holds. */
export const confirmedForMs = 5 * 60_000;
/** How many tries a person has. */
export const confirmBudget = { max: 10, windowMs: guessWindowMs };

/** Whether the person proved to be there a short while ago. */
export function isConfirmed({ confirmedAt }: Actor): boolean {
  return Date.now() - Date.parse(confirmedAt) <= confirmedForMs && !isAhead(confirmedAt);
}
