import "server-only";
import { sql } from "kysely";
import { dropGone, noteAllAsTold, untold } from "#lib/server/attention/told";
import { appendHappenings } from "#lib/server/outbox/happenings";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db, Trx } from "#lib/server/tables/schema";

/**
 * Invariant: what needs a person is compared with what was told, since time alone raises some of it. Nobody hears of what
 * was there before they were told at all.
 */

const atOnce = 1_000;
/** In the place of a transfer: since then it is kept what was told. */
const mark = "";

/** Whether it is kept what was told. */
export async function isToldKept(ledger: Db | Trx): Promise<boolean> {
  const marked = await ledger
    .selectFrom("attention_told")
    .select("told_at")
    .where("transfer_id", "=", mark)
    .executeTakeFirst();
  return marked !== undefined;
}

/** Nobody is told any more. Whoever is told next starts from what stands then. */
export async function forgetTold(trx: Trx): Promise<void> {
  await trx.deleteFrom("attention_told").execute();
}

/** Needs the follow-up's lock. Returns whether more is left. */
export async function raiseAttention(trx: Trx): Promise<boolean> {
  const at = new Date().toISOString();
  if (!(await isToldKept(trx))) {
    await forgetTold(trx);
    await noteAllAsTold(trx, at);
    await trx.insertInto("attention_told").values({ transfer_id: mark, reason: mark, told_at: at }).execute();
    return false;
  }
  await dropGone(trx, mark);
  const raised = await untold(trx, atOnce);
  if (raised.length === 0) return false;
  await trx
    .insertInto("attention_told")
    .values(raised.map((each) => ({ ...each, told_at: at })))
    .execute();
  const states = await readStates(
    trx,
    raised.map(({ transfer_id }) => transfer_id),
  );
  await appendHappenings(
    trx,
    raised.flatMap(({ transfer_id, reason }) => {
      const state = states.get(transfer_id);
      if (state === undefined) return [];
      const statuses = { from_status: state.status, to_status: state.status };
      const facts = { event_seq: state.seq, detail: reason, paid_after_ms: null };
      return [{ transfer_id, ...statuses, at, kind: "attention.raised" as const, ...facts }];
    }),
  );
  return raised.length === atOnce;
}

async function readStates(trx: Trx, ids: readonly string[]) {
  const rows = await trx
    .selectFrom("transfers")
    .select(["id", "status"])
    .select(
      sql<number | null>`(select max(seq) from transfer_events where transfer_id = transfers.id)`.as("seq"),
    )
    .where(isOneOf(trx, "id", ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
