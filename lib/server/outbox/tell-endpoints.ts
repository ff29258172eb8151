import { type EndpointForm, isForSystems } from "#lib/contract/outbox/endpoint-forms";
import type { WebhookEventKind } from "#lib/contract/outbox/event-kinds";
import { env } from "#lib/server/config/env";
import { readDatabaseTime } from "#lib/server/tables/database-clock";
import type { Trx } from "#lib/server/tables/schema";
import { chatBody } from "#lib/words/outbox/chat-body";
import { appendDeliveries, newDeliveryId } from "./deliveries";

/** Invariant: what is no news of a transfer is written for each endpoint that asked for its kind, in the transaction of the act. */

type Receiver = { id: string; form: EndpointForm; kinds: ReadonlySet<string> };

/** The endpoints that are on, in the order in which they were added. */
export async function readReceivers(trx: Trx): Promise<Receiver[]> {
  const endpoints = await trx
    .selectFrom("endpoints")
    .select(["id", "form", "kinds"])
    .where("is_on", "=", 1)
    .where("removed_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return endpoints.map(({ kinds, ...each }) => ({ ...each, kinds: new Set(kinds.split(" ")) }));
}

/** What every message to an endpoint has; `at` is when it is written. */
export function deliveryTo(endpointId: string, kind: WebhookEventKind, at: string) {
  const receiver = { channel: "webhook" as const, endpoint_id: endpointId, person_id: null };
  return { id: newDeliveryId(), ...receiver, subject: "", kind, created_at: at, due_at: at };
}

/** `data` is for systems, `line` for people in a chat; `path` is the page of this dashboard that a link leads to. */
type News = { data: object; line: string; path: string; linkTitle: string };

/** Tells what is about no transfer. Such messages wait for no other, so they can come in any order. */
export async function tellEndpoints(
  trx: Trx,
  kind: WebhookEventKind,
  { data, line, path, linkTitle }: News,
): Promise<void> {
  const receivers = (await readReceivers(trx)).filter(({ kinds }) => kinds.has(kind));
  if (receivers.length === 0) return;
  const { appUrl, isSandbox } = env();
  const url = appUrl === undefined ? undefined : `${appUrl}${path}`;
  const at = await readDatabaseTime(trx);
  const told = { ...data, url: url ?? null, ...(isSandbox && { sandbox: true }) };
  const standard = JSON.stringify({ type: kind, timestamp: at, data: told });
  await appendDeliveries(
    trx,
    receivers.map(({ id, form }) => ({
      ...deliveryTo(id, kind, at),
      body: isForSystems(form) ? standard : chatBody(form, { line, url, linkTitle }),
    })),
  );
}
