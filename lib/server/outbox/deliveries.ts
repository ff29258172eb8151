import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { DeliveryRow } from "#lib/server/tables/delivery-rows";
import type { Db, Trx } from "#lib/server/tables/schema";

/** Invariant: a delivery is written in the transaction of what it tells, and waits until its receiver has it. */

type Kept = "id" | "channel" | "endpoint_id" | "person_id" | "subject" | "kind" | "body" | "created_at";
export type NewDelivery = Pick<DeliveryRow, Kept | "due_at">;

/** As the partial indexes say it: a bound value would keep SQLite from them. */
export const isWaiting = sql<boolean>`state = 'waiting'`;

/** What a delivery becomes that is sent again, with its ID and its bytes, through all of its tries. */
export function waitingAgain(dueAt: string) {
  const unfinished = { first_try_at: null, done_at: null, last_result: null };
  return { ...unfinished, state: "waiting" as const, failures: 0, due_at: dueAt };
}

/** SQLite takes 32,766 values in a statement, and each row has 11. */
const rowsAtOnce = 1_000;

/** The receiver sees the same one at each try, and tells a repeat by it. */
export function newDeliveryId(): string {
  return `msg_${randomBytes(18).toString("base64url")}`;
}

/** In the order in which they are to arrive. */
export async function appendDeliveries(trx: Db | Trx, deliveries: readonly NewDelivery[]): Promise<void> {
  for (let from = 0; from < deliveries.length; from += rowsAtOnce) {
    const rows = deliveries.slice(from, from + rowsAtOnce);
    await trx
      .insertInto("deliveries")
      .values(rows.map((row) => ({ ...row, state: "waiting" as const })))
      .execute();
  }
}
