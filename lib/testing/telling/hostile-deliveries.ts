import { randomUUID } from "node:crypto";
import { chosenKinds } from "#lib/contract/outbox/event-kinds";
import { mostEndpoints } from "#lib/features/telling/webhooks";
import type { Db } from "#lib/server/tables/schema";

const at = "2026-01-01T00:00:00.000Z";
const most = 100;
const mostTries = 25;
const longBody = "\u5b57".repeat(1_300);

/** As many endpoints as there may be and a page of deliveries, with the longest texts; the first of each has the given ID. */
export async function fillDeliveries(ledger: Db, id: string, personId: string): Promise<void> {
  const endpoints = Array.from({ length: mostEndpoints }, (_, place) => ({
    ...{
      id: place === 0 ? id : randomUUID(),
      name: `${place}${"\u5b57".repeat(99)}`,
      form: "standard" as const,
    },
    url: `https://${"h".repeat(60)}.example/${"t".repeat(1_900)}`,
    ...{ kinds: chosenKinds.join(" "), encrypted_secret: "x", encrypted_previous_secret: "x" },
    ...{ previous_until: "2999-01-01T00:00:00.000Z", is_on: 0, off_why: "nothing_delivered" as const },
    ...{ failures_in_row: 10, failing_since: at, rest_until: at, last_ok_at: at },
    ...{ last_result: "private_address", created_at: at, created_by: personId, removed_at: null },
  }));
  await ledger.insertInto("endpoints").values(endpoints).execute();
  const deliveries = Array.from({ length: most }, (_, place) => ({
    ...{ id: place === 0 ? id : randomUUID(), channel: "webhook" as const, endpoint_id: id, person_id: null },
    ...{ subject: id, kind: "transfer.status_reported", body: longBody, state: "given_up" as const },
    ...{ created_at: at, due_at: at, attempts: mostTries, first_try_at: at, done_at: at, last_result: "500" },
  }));
  await ledger.insertInto("deliveries").values(deliveries).execute();
  const rows = await ledger.selectFrom("deliveries").select("seq").execute();
  for (const { seq } of rows) {
    const tries = Array.from({ length: mostTries }, (_, n) => ({
      ...{ delivery_seq: seq, n: n + 1, at, ms: 15_000, status: null, code: "private_address" },
    }));
    await ledger.insertInto("delivery_attempts").values(tries).execute();
  }
}
