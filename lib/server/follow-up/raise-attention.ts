import { sql } from "kysely";
import { isUnheardTold, noteAsTold, takeBlind, type Untold, untold } from "#lib/server/attention/told";
import { appendHappenings } from "#lib/server/outbox/happenings";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Trx } from "#lib/server/tables/schema";

/** Invariant: what needs a person and was not told yet is told, since time alone raises some of it. */

const atOnce = 1_000;

/** Needs the follow-up's lock. Returns whether more is left. */
export async function raiseAttention(trx: Trx): Promise<boolean> {
  const at = new Date().toISOString();
  const found = await untold(trx, atOnce);
  const raised = [...(await takeBlind(trx)), ...(await onceForAll(trx, found))];
  await noteAsTold(trx, at, found);
  if (raised.length === 0) return found.length === atOnce;
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
  return found.length === atOnce;
}

/** That nobody reports to us is told with one transfer, however many wait. */
async function onceForAll(trx: Trx, found: readonly Untold[]): Promise<Untold[]> {
  const isOfAll = ({ reason }: Untold) => reason === "unheard";
  const first = found.find(isOfAll);
  const others = found.filter((each) => !isOfAll(each));
  return first === undefined || (await isUnheardTold(trx)) ? others : [first, ...others];
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
