import "server-only";
import { Problem } from "#lib/contract/problem";
import type { FundingRow } from "#lib/server/tables/funding-rows";
import type { PayLinkRow } from "#lib/server/tables/passing-rows";
import type { TransferRow, Trx } from "#lib/server/tables/schema";
import { clockToleranceMs } from "#lib/server/tables/stored-time";

/**
 * Invariant: after a restore, or whatever else may have lost the newest rows, a licence of before may be in use, so nobody is
 * asked to fund an older transfer, by a wallet or a payer's link, until a person has confirmed that nobody sent.
 */

/** Each is written where rows may have been lost. */
const losses = ["ledger_restored", "transfers_held"] as const;

/** Whether the transfer is older than the last such loss, and no person has confirmed since. */
export async function mayLackFunding(
  trx: Trx,
  { id, created_at }: Pick<TransferRow, "id" | "created_at">,
): Promise<boolean> {
  const loss = await trx
    .selectFrom("audit_log")
    .select("at")
    .where("action", "in", [...losses])
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  if (loss === undefined || Date.parse(created_at) > Date.parse(loss.at) + clockToleranceMs) return false;
  return !(await wasConfirmedSince(trx, id, loss.at));
}

/** Neither is written for such a transfer without it. */
async function wasConfirmedSince(trx: Trx, id: string, at: string): Promise<boolean> {
  const asked: Pick<FundingRow, "id"> | undefined = await trx
    .selectFrom("fundings")
    .select("id")
    .where("transfer_id", "=", id)
    .where("asked_at", ">", at)
    .limit(1)
    .executeTakeFirst();
  const link: Pick<PayLinkRow, "id"> | undefined = await trx
    .selectFrom("pay_links")
    .select("id")
    .where("transfer_id", "=", id)
    .where("created_at", ">", at)
    .limit(1)
    .executeTakeFirst();
  return asked !== undefined || link !== undefined;
}

/** Throws `funding_unconfirmed`; `nothing` says what was not done. Returns whether a person had to confirm, and did. */
export async function requireConfirmed(
  trx: Trx,
  transfer: Pick<TransferRow, "id" | "created_at">,
  { confirmsUnsent, nothing }: { confirmsUnsent: boolean | undefined; nothing: string },
): Promise<boolean> {
  if (!(await mayLackFunding(trx, transfer))) return false;
  if (confirmsUnsent === true) return true;
  throw new Problem(
    "funding_unconfirmed",
    `The newest records may have been lost since this transfer was created, and somebody may have been asked to send since. Check with your colleagues and in the block explorer that nobody has sent. ${nothing}`,
    { extra: { confirm: { confirmsUnsent: true } } },
  );
}
