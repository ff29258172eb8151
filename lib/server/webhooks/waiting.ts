import { isWaiting } from "#lib/server/outbox/deliveries";
import type { Db } from "#lib/server/tables/schema";

/** Counted up to this, so that a long queue costs no more. */
const mostCounted = 10_000;

export type WaitingWebhooks = { count: number; oldest: string | null };

export async function waitingWebhooks(ledger: Db): Promise<WaitingWebhooks> {
  const { count, oldest } = await ledger
    .selectFrom(
      ledger
        .selectFrom("deliveries")
        .select("created_at")
        .where("channel", "=", "webhook")
        .where(isWaiting)
        .limit(mostCounted)
        .as("waiting"),
    )
    .select(({ fn }) => [
      fn.countAll<number | string>().as("count"),
      fn.min<string | null>("created_at").as("oldest"),
    ])
    .executeTakeFirstOrThrow();
  return { count: Number(count), oldest };
}
