import { sql } from "kysely";
import { isForSystems } from "#lib/contract/outbox/endpoint-forms";
import { Problem } from "#lib/contract/problem";
import type { Endpoint } from "#lib/features/telling/webhooks";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { recordView } from "#lib/server/auth/record-view";
import { db } from "#lib/server/database/db";
import type { EndpointRow } from "#lib/server/tables/delivery-rows";
import type { Db, Trx } from "#lib/server/tables/schema";
import { hostFact } from "./endpoint-host";

/**
 * Invariant: nothing that leaves this file holds a secret, and only `readEndpoint` returns more of a URL than its origin:
 * of one that is no secret itself.
 */

/** More are not counted. */
const mostCounted = 10_000;

type Named = EndpointRow & { maker_name: string | null };

/** By name, without those that were removed. */
export async function listEndpoints(): Promise<{ endpoints: Endpoint[] }> {
  const ledger = await db();
  const rows = await livingEndpoints(ledger).orderBy("endpoints.name").orderBy("endpoints.id").execute();
  return { endpoints: await Promise.all(rows.map((row) => entryOf(ledger, row))) };
}

/** With the whole URL, for the form that changes it, which is logged. Throws `not_found`. */
export async function readEndpoint(id: string, actor: Actor): Promise<Endpoint & { url: string | null }> {
  const ledger = await db();
  const row = await findEndpoint(ledger, id);
  if (!isForSystems(row.form)) return { ...(await entryOf(ledger, row)), url: null };
  const view = { action: "endpoint_url_shown" as const, recordId: row.id, detail: hostFact(row.url) };
  await recordView(actor, "manage_webhooks", { ...originOf(actor), ...view });
  return { ...(await entryOf(ledger, row)), url: row.url };
}

/** As the API shows it. Throws `not_found`. */
export async function endpointEntry(ledger: Db | Trx, id: string): Promise<Endpoint> {
  return entryOf(ledger, await findEndpoint(ledger, id));
}

/** Locks the row. Throws `not_found`, also for one that was removed. */
export async function lockEndpoint(trx: Trx, id: string): Promise<EndpointRow> {
  const row = await trx
    .updateTable("endpoints")
    .set(({ ref }) => ({ name: ref("name") }))
    .where("id", "=", id)
    .where("removed_at", "is", null)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw noEndpoint();
  return row;
}

function livingEndpoints(ledger: Db | Trx) {
  return ledger
    .selectFrom("endpoints")
    .leftJoin("people", "people.id", "endpoints.created_by")
    .selectAll("endpoints")
    .select("people.name as maker_name")
    .where("endpoints.removed_at", "is", null);
}

async function findEndpoint(ledger: Db | Trx, id: string): Promise<Named> {
  const row = await livingEndpoints(ledger).where("endpoints.id", "=", id).executeTakeFirst();
  if (row === undefined) throw noEndpoint();
  return row;
}

async function entryOf(ledger: Db | Trx, row: Named): Promise<Endpoint> {
  const isOn = row.is_on === 1;
  return {
    id: row.id,
    name: row.name,
    form: row.form,
    origin: new URL(row.url).origin,
    kinds: row.kinds.split(" "),
    isOn,
    offWhy: isOn ? null : row.off_why,
    failingSince: row.failing_since,
    restUntil: isInForce(row.rest_until) ? row.rest_until : null,
    lastResult: row.last_result,
    lastDeliveredAt: row.last_ok_at,
    waiting: await countWaiting(ledger, row.id),
    previousUntil: isInForce(row.previous_until) ? row.previous_until : null,
    createdAt: row.created_at,
    createdBy: row.maker_name,
  };
}

function isInForce(at: string | null): boolean {
  return at !== null && Date.parse(at) > Date.now();
}

/** The state is written out, as the index has it. */
async function countWaiting(ledger: Db | Trx, id: string): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`
    select count(*) as count from
      (select 1 as one from deliveries where endpoint_id = ${id} and state = 'waiting' limit ${mostCounted}) as counted
  `.execute(ledger);
  return Number(rows[0]?.count ?? 0);
}

function noEndpoint(): Problem {
  return new Problem("not_found", "There is no such endpoint.");
}
