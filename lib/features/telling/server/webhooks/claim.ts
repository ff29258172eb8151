import { type RawBuilder, sql } from "kysely";
import { inTransaction } from "#lib/server/audit/transaction";
import { isWaiting } from "#lib/server/outbox/deliveries";
import { againOnConflict } from "#lib/server/tables/again-on-conflict";
import type { DeliveryRow } from "#lib/server/tables/delivery-rows";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db, Trx } from "#lib/server/tables/schema";
import { type Endpoint, later } from "./endpoint-health";
import { restsAt } from "./schedule";

/**
 * Invariant: a claim is a lease: until it ends no server takes the delivery, and afterwards any may. Of one endpoint and
 * subject only the oldest that waits is claimed, so that they arrive in order.
 */

export const leaseMs = 60_000;

export type Claim = Pick<DeliveryRow, "id" | "kind" | "body" | "subject" | "first_try_at" | "endpoint_id"> & {
  seq: number;
  attempts: number;
  failures: number;
  isTrial: boolean;
};

/** Those that are on, don't rest, and have something due. */
export async function dueEndpoints(ledger: Db, now: string): Promise<Endpoint[]> {
  const due = sql<boolean>`exists (select 1 from deliveries
    where endpoint_id = endpoints.id and ${isWaiting} and due_at <= ${now})`;
  return ledger
    .selectFrom("endpoints")
    .selectAll()
    .where("is_on", "=", 1)
    .where("removed_at", "is", null)
    .where(({ or, eb }) => or([eb("rest_until", "is", null), eb("rest_until", "<=", now)]))
    .where(due)
    .execute();
}

/** Up to so many of an endpoint; after a rest one, and no other server gets another meanwhile. */
export async function claimDue(ledger: Db, endpoint: Endpoint, now: string, limit: number): Promise<Claim[]> {
  if (endpoint.failures_in_row >= restsAt) return claimTrial(ledger, endpoint, now);
  const claimed = await againOnConflict(() => claim(ledger, pickDue(ledger, endpoint.id, now, limit), now));
  return claimed.map((row) => ({ ...row, isTrial: false }));
}

async function claimTrial(ledger: Db, { id }: Endpoint, now: string): Promise<Claim[]> {
  return inTransaction(ledger, async (trx) => {
    const taken = await trx
      .updateTable("endpoints")
      .set({ rest_until: later(now, leaseMs) })
      .where("id", "=", id)
      .where(({ or, eb }) => or([eb("rest_until", "is", null), eb("rest_until", "<=", now)]))
      .returning("id")
      .execute();
    if (taken.length === 0) return [];
    // The one that is tried for longest: it decides when the endpoint is given up.
    const tried = await claim(trx, pickTried(trx, id, now), now);
    const claimed = tried.length > 0 ? tried : await claim(trx, pickDue(trx, id, now, 1), now);
    if (claimed.length === 0)
      await trx.updateTable("endpoints").set({ rest_until: now }).where("id", "=", id).execute();
    return claimed.map((row) => ({ ...row, isTrial: true }));
  });
}

async function claim(ledger: Db | Trx, picked: RawBuilder<unknown>, now: string) {
  const { rows } = await sql<Omit<Claim, "isTrial">>`with picked as ${picked}
    update deliveries set due_at = ${later(now, leaseMs)}, attempts = attempts + 1,
      first_try_at = coalesce(first_try_at, ${now})
    from picked where deliveries.seq = picked.picked_seq
    returning seq, id, endpoint_id, kind, body, subject, first_try_at, attempts, failures`.execute(ledger);
  return rows.sort((one, other) => one.seq - other.seq);
}

/** Nothing older of its subject waits. A test has no subject, and waits for no other test. */
const isNext = sql`(each.subject = '' or not exists (select 1 from deliveries as older where older.state = 'waiting'
  and older.endpoint_id = each.endpoint_id and older.subject = each.subject and older.seq < each.seq))`;

function pickDue(ledger: Db | Trx, id: string, now: string, limit: number) {
  const order = sql`each.due_at, each.seq`;
  return pick(ledger, sql`each.endpoint_id = ${id} and each.due_at <= ${now}`, order, limit);
}

function pickTried(ledger: Db | Trx, id: string, now: string) {
  const isTried = sql`each.endpoint_id = ${id} and each.first_try_at is not null and each.due_at <= ${now}`;
  return pick(ledger, isTried, sql`each.first_try_at`, 1);
}

function pick(ledger: Db | Trx, condition: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: number) {
  const [kept, locks] = isPostgres(ledger)
    ? [sql`materialized`, sql`for update of each skip locked`]
    : [sql``, sql``];
  return sql`${kept} (select each.seq as picked_seq from deliveries as each
    where each.state = 'waiting' and ${condition} and ${isNext}
      and exists (select 1 from endpoints where id = each.endpoint_id and is_on = 1 and removed_at is null)
    order by ${order} limit ${limit} ${locks})`;
}

/**
 * For those that were not sent: the next claim takes them at once, and it was no try. They go back before their followers,
 * which it would else pass over.
 */
export async function giveBack(ledger: Db, claims: readonly Claim[], now: string): Promise<void> {
  if (claims.length === 0) return;
  const rows = claims.map(
    ({ seq, attempts }) => sql`(cast(${seq} as integer), cast(${attempts} as integer))`,
  );
  await againOnConflict(() =>
    sql`with given (of_seq, claimed) as (values ${sql.join(rows)})
      update deliveries set due_at = case when failures = 0 then created_at else ${now} end,
        attempts = attempts - 1,
        first_try_at = case when attempts = 1 then null else first_try_at end
      from given where seq = given.of_seq and attempts = given.claimed and ${isWaiting}`.execute(ledger),
  );
}
