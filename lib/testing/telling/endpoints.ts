import { randomUUID } from "node:crypto";
import type { EndpointForm } from "#lib/contract/outbox/endpoint-forms";
import { eventKinds } from "#lib/contract/outbox/event-kinds";
import { encryptSecret, newSecret } from "#lib/features/telling/server/webhooks/endpoint-secret";
import { urlColumns } from "#lib/features/telling/server/webhooks/endpoint-url";
import { newDeliveryId } from "#lib/server/outbox/deliveries";
import type { Db } from "#lib/server/tables/schema";

let lastAdded = 0;

/** Two endpoints never have one moment: messages go to them in the order in which they were added. */
function nextMoment(): string {
  lastAdded = Math.max(Date.now(), lastAdded + 1);
  return new Date(lastAdded).toISOString();
}

/** An endpoint that is on, for every kind and of Standard Webhooks unless said otherwise. */
export async function addEndpoint(
  ledger: Db,
  url: string,
  kinds: readonly string[] = eventKinds,
  form: EndpointForm = "standard",
) {
  const [id, secret] = [randomUUID(), newSecret()];
  await ledger
    .insertInto("endpoints")
    .values({
      ...{ id, name: "Ledger", form, kinds: kinds.join(" "), encrypted_secret: encryptSecret(secret, id) },
      ...urlColumns({ id, form }, new URL(url)),
      ...{ encrypted_previous_secret: null, previous_until: null, is_on: 1, off_why: null },
      ...{ failures_in_row: 0, failing_since: null, rest_until: null, last_ok_at: null, last_result: null },
      ...{ created_at: nextMoment(), created_by: "nobody", removed_at: null },
    })
    .execute();
  return { id, secret };
}

/** What waits for an endpoint, due now, of one transfer or of that many. */
export function waitingFor(endpointId: string, subject: string, seq: number, now = new Date().toISOString()) {
  const kind = "transfer.status_reported";
  return {
    ...{ id: newDeliveryId(), channel: "webhook" as const, endpoint_id: endpointId, person_id: null },
    ...{ subject, kind, created_at: now, due_at: now },
    body: JSON.stringify({ type: kind, timestamp: now, data: { transferId: subject, seq } }),
  };
}
