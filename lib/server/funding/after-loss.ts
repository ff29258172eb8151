import type { Transfer } from "#lib/contract/api";
import { Problem } from "#lib/contract/problem";

/**
 * Invariant: after a restore, or whatever else may have lost the newest rows, a licence of before may be in use, so nobody is
 * asked to fund an older transfer, by a wallet or a payer's link, until a person has opened it again.
 */

/** Throws `funding_unconfirmed`; `nothing` says what was not done. */
export function requireConfirmed({ standing }: Pick<Transfer, "standing">, nothing: string): void {
  if (standing.closedBy !== "restore" || standing.openedBy !== null) return;
  throw new Problem(
    "funding_unconfirmed",
    `The newest records may have been lost since this transfer was created, and somebody may have been asked to send since. Check with your colleagues and in the block explorer that nobody has sent, and open the transfer again. ${nothing}`,
  );
}
