import { type Selectable, sql } from "kysely";
import { Problem } from "#lib/contract/problem";
import type { Delivery, DeliveryListInput, DeliveryPage } from "#lib/features/telling/webhooks";
import { db } from "#lib/server/database/db";
import type { DeliveryRow } from "#lib/server/tables/delivery-rows";
import type { Db, Trx } from "#lib/server/tables/schema";

/** Invariant: reads only, and returns no body: neither what was sent nor what was answered. */

const mostTries = 20;

type Named = Pick<
  Selectable<DeliveryRow>,
  "seq" | "id" | "channel" | "endpoint_id" | "subject" | "kind" | "state" | "created_at" | "due_at"
> &
  Pick<Selectable<DeliveryRow>, "attempts" | "done_at" | "last_result"> & {
    endpoint_name: string | null;
    removed_at: string | null;
    person_name: string | null;
  };

/** Newest first (keyset over the number). */
export async function listDeliveries(input: DeliveryListInput): Promise<DeliveryPage> {
  const { state, endpoint, transfer, limit, cursor } = input;
  const ledger = await db();
  let query = named(ledger)
    .orderBy("deliveries.seq", "desc")
    .limit(limit + 1);
  // Written out, so that the small indexes of one state can be used.
  if (state !== undefined) query = query.where("state", "=", sql.lit(state));
  if (endpoint !== undefined) query = query.where("endpoint_id", "=", endpoint);
  if (transfer !== undefined) query = query.where("subject", "=", transfer);
  if (cursor !== undefined) query = query.where("deliveries.seq", "<", Number.parseInt(cursor, 10));
  const rows = await query.execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: await withTries(ledger, page),
    nextCursor: rows.length > limit && last !== undefined ? `${last.seq}` : null,
  };
}

/** Throws `not_found`. */
export async function readDelivery(id: string): Promise<Delivery> {
  return deliveryEntry(await db(), id);
}

/** Whether anybody was told of a transfer, or is to be. */
export async function hasDeliveries(transferId: string): Promise<boolean> {
  const ledger = await db();
  const query = ledger.selectFrom("deliveries").select("seq").where("subject", "=", transferId).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

/** As the API shows it. Throws `not_found`. */
export async function deliveryEntry(ledger: Db | Trx, id: string): Promise<Delivery> {
  const row = await named(ledger).where("deliveries.id", "=", id).executeTakeFirst();
  const [entry] = row === undefined ? [] : await withTries(ledger, [row]);
  if (entry === undefined) throw noDelivery();
  return entry;
}

export function noDelivery(): Problem {
  return new Problem("not_found", "There is no such delivery. They are kept for 30 days.");
}

function named(ledger: Db | Trx) {
  return ledger
    .selectFrom("deliveries")
    .leftJoin("endpoints", "endpoints.id", "deliveries.endpoint_id")
    .leftJoin("people", "people.id", "deliveries.person_id")
    .select(["seq", "deliveries.id", "channel", "endpoint_id", "subject", "kind", "state"])
    .select(["deliveries.created_at", "due_at", "attempts", "done_at"])
    .select(["deliveries.last_result", "endpoints.name as endpoint_name", "removed_at"])
    .select("people.name as person_name");
}

async function withTries(ledger: Db | Trx, rows: readonly Named[]): Promise<Delivery[]> {
  const tries = new Map(
    await Promise.all(rows.map(async ({ seq }) => [seq, await triesOf(ledger, seq)] as const)),
  );
  return rows.map((row) => ({ ...entryOf(row), tries: tries.get(row.seq) ?? [] }));
}

function triesOf(ledger: Db | Trx, seq: number): Promise<Delivery["tries"]> {
  return ledger
    .selectFrom("delivery_attempts")
    .select(["at", "ms", "status", "code"])
    .where("delivery_seq", "=", seq)
    .orderBy("n", "desc")
    .limit(mostTries)
    .execute();
}

function entryOf(row: Named): Omit<Delivery, "tries"> {
  return {
    id: row.id,
    channel: row.channel,
    kind: row.kind,
    transferId: row.subject === "" ? null : row.subject,
    endpointId: row.endpoint_id,
    receiver: row.endpoint_name ?? row.person_name,
    isReceiverGone: row.removed_at !== null,
    state: row.state,
    createdAt: row.created_at,
    dueAt: row.state === "waiting" ? row.due_at : null,
    doneAt: row.done_at,
    attempts: Number(row.attempts),
    lastResult: row.last_result,
  };
}
