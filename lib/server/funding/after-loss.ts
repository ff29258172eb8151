import "server-only";
import { Problem } from "#lib/contract/problem";
import { readHouseOf } from "#lib/server/standing/house";
import type { TransferRow, Trx } from "#lib/server/tables/schema";

/**
 * Invariant: after a restore, or whatever else may have lost the newest rows, a licence of before may be in use, so nobody is
 * asked to fund an older transfer, by a wallet or a payer's link, until a person has confirmed that nobody sent.
 */

/** Throws `funding_unconfirmed`; `nothing` says what was not done. Returns whether a person had to confirm, and did. */
export async function requireConfirmed(
  trx: Trx,
  transfer: Pick<TransferRow, "id" | "created_at" | "network">,
  { confirmsUnsent, nothing }: { confirmsUnsent: boolean | undefined; nothing: string },
): Promise<boolean> {
  if (!(await readHouseOf(trx, [transfer]))(transfer).mayLackFunding) return false;
  if (confirmsUnsent === true) return true;
  throw new Problem(
    "funding_unconfirmed",
    `The newest records may have been lost since this transfer was created, and somebody may have been asked to send since. Check with your colleagues and in the block explorer that nobody has sent. ${nothing}`,
    { extra: { confirm: { confirmsUnsent: true } } },
  );
}
