import "server-only";
import { sql } from "kysely";
import type { Db, Trx } from "#lib/server/tables/schema";
import { type AttentionReason, attentionReasons } from "#lib/transfer/attention-reasons";
import { withNamed } from "./open-transfers";

/** Invariant: a transfer is told once a reason, until the reason is gone; one that comes back is told again. */

const reasonOfPlace = () => {
  const cases = attentionReasons.map((reason, at) => sql`when ${sql.lit(at)} then ${sql.lit(reason)}`);
  return sql<AttentionReason>`case place ${sql.join(cases, sql` `)} end`;
};

/** Those that were not told yet, up to a limit. */
export async function untold(
  trx: Trx,
  limit: number,
): Promise<{ transfer_id: string; reason: AttentionReason }[]> {
  const reason = reasonOfPlace();
  return withNamed(trx)
    .selectFrom("named")
    .select(["id as transfer_id", reason.as("reason")])
    .where(sql<boolean>`(id, ${reason}) not in (select transfer_id, reason from attention_told)`)
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Notes all that need a person now as told. */
export async function noteAllAsTold(trx: Trx, at: string): Promise<void> {
  const named = withNamed(trx)
    .selectFrom("named")
    .select(["id as transfer_id", reasonOfPlace().as("reason"), sql<string>`${at}`.as("told_at")]);
  await trx
    .insertInto("attention_told")
    .columns(["transfer_id", "reason", "told_at"])
    .expression(named)
    .execute();
}

/** Forgets those whose reason is gone. `except` is no transfer. */
export async function dropGone(ledger: Db | Trx, except: string): Promise<void> {
  const standing = withNamed(ledger)
    .selectFrom("named")
    .select(["id", reasonOfPlace().as("reason")]);
  await ledger
    .deleteFrom("attention_told")
    .where("transfer_id", "!=", except)
    .where(sql<boolean>`(transfer_id, reason) not in ${standing}`)
    .execute();
}
