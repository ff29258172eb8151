import { isForSystems } from "#lib/contract/outbox/endpoint-forms";
import { Problem } from "#lib/contract/problem";
import { type Delivery, mostReplayed, type ReplayInput } from "#lib/features/telling/webhooks";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { appendDeliveries, newDeliveryId, waitingAgain } from "#lib/server/outbox/deliveries";
import { readDatabaseTime } from "#lib/server/tables/database-clock";
import type { EndpointRow } from "#lib/server/tables/delivery-rows";
import type { Trx } from "#lib/server/tables/schema";
import { chatBody } from "#lib/words/outbox/chat-body";
import { testLine } from "#lib/words/outbox/message-line";
import { deliveryEntry, noDelivery } from "./delivery-list";
import { hostFact } from "./endpoint-host";
import { lockEndpoint } from "./endpoints";

/** Invariant: what is sent again keeps its ID and its bytes, so a receiver can tell a repeat. What waits is left alone. */

/** Returns the delivery's ID. Throws `not_found`, and `not_possible_now` for one that is off. */
export async function testEndpoint(id: string, actor: Actor): Promise<{ id: string }> {
  return inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "manage_webhooks", true);
    const endpoint = await requireOn(trx, id);
    const delivery = await appendTest(trx, endpoint);
    const detail = hostFact(endpoint.url);
    await appendAudit(trx, { ...originOf(actor), action: "endpoint_tested", recordId: id, detail });
    return { id: delivery };
  });
}

/** Writes a delivery of the kind `endpoint.test`. Returns its ID. */
export async function appendTest(
  trx: Trx,
  { id: endpointId, form }: Pick<EndpointRow, "id" | "form">,
): Promise<string> {
  const id = newDeliveryId();
  const now = await readDatabaseTime(trx);
  const { isSandbox } = env();
  const data = { endpointId, ...(isSandbox && { sandbox: true }) };
  const body = isForSystems(form)
    ? JSON.stringify({ type: "endpoint.test", timestamp: now, data })
    : chatBody(form, { line: testLine(isSandbox), url: undefined });
  await appendDeliveries(trx, [
    {
      ...{ id, channel: "webhook", endpoint_id: endpointId, person_id: null, subject: "" },
      ...{ kind: "endpoint.test", body, created_at: now, due_at: now },
    },
  ]);
  return id;
}

/** Returns how many are sent again. Throws `not_found`, and `not_possible_now` for too many and for one that is off. */
export async function replayEndpoint(
  id: string,
  { from, to }: ReplayInput,
  actor: Actor,
): Promise<{ count: number }> {
  const [start, end] = [from, to].map((at) => new Date(at).toISOString());
  return inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "manage_webhooks", true);
    const { url } = await requireOn(trx, id);
    const found = await trx
      .selectFrom("deliveries")
      .select("seq")
      .where("endpoint_id", "=", id)
      .where("state", "!=", "waiting")
      .where("created_at", ">=", `${start}`)
      .where("created_at", "<=", `${end}`)
      .limit(mostReplayed + 1)
      .execute();
    if (found.length > mostReplayed)
      throw new Problem(
        "not_possible_now",
        `There are more than 10,000 deliveries in this time. Choose a shorter one. Nothing was sent.`,
      );
    const count = await sendAgain(
      trx,
      found.map(({ seq }) => seq),
    );
    if (count === 0) return { count };
    const detail = { ...hostFact(url), deliveries: `${count}` };
    await appendAudit(trx, { ...originOf(actor), action: "deliveries_sent_again", recordId: id, detail });
    return { count };
  });
}

/** A repeat changes nothing while it waits. Throws `not_found` and `not_possible_now`. */
export async function replayDelivery(id: string, actor: Actor): Promise<Delivery> {
  return inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "manage_webhooks", true);
    const row = await trx
      .selectFrom("deliveries")
      .select(["seq", "state", "endpoint_id"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (row === undefined) throw noDelivery();
    if (row.endpoint_id === null)
      throw new Problem("not_possible_now", "An e-mail can’t be sent again. Nothing was sent.");
    const { url } = await requireOn(trx, row.endpoint_id);
    if ((await sendAgain(trx, [row.seq])) > 0) {
      const detail = { ...hostFact(url), deliveries: "1" };
      const entry = { action: "deliveries_sent_again", recordId: row.endpoint_id, detail } as const;
      await appendAudit(trx, { ...originOf(actor), ...entry });
    }
    return deliveryEntry(trx, id);
  });
}

/** SQLite takes 32,766 values in a statement. */
const rowsAtOnce = 5_000;

async function sendAgain(trx: Trx, seqs: readonly number[]): Promise<number> {
  const now = await readDatabaseTime(trx);
  let count = 0;
  for (let from = 0; from < seqs.length; from += rowsAtOnce) {
    const { numUpdatedRows } = await trx
      .updateTable("deliveries")
      .set(waitingAgain(now))
      .where("seq", "in", seqs.slice(from, from + rowsAtOnce))
      .where("state", "!=", "waiting")
      .executeTakeFirst();
    count += Number(numUpdatedRows);
  }
  return count;
}

async function requireOn(trx: Trx, id: string): Promise<EndpointRow> {
  const endpoint = await lockEndpoint(trx, id);
  if (endpoint.is_on === 1) return endpoint;
  throw new Problem("not_possible_now", "This endpoint is off. Turn it on first. Nothing was sent.");
}
