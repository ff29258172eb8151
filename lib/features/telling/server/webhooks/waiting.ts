import type { FeatureFigure } from "#lib/server/database/feature-figures";
import { isWaiting } from "#lib/server/outbox/deliveries";
import type { Db } from "#lib/server/tables/schema";

/** Counted up to this, so that a long queue costs no more. */
const mostCounted = 10_000;

export async function readWaiting(ledger: Db): Promise<FeatureFigure[]> {
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
  return [
    {
      name: "webhooks_waiting",
      help: "Webhooks that wait to be delivered, up to 10000.",
      value: Number(count),
    },
    {
      name: "oldest_waiting_webhook_seconds",
      help: "Age of the oldest of them; 0 when none waits. An endpoint that is off counts too.",
      value: oldest === null ? 0 : Math.max(0, Date.now() - Date.parse(oldest)) / 1_000,
    },
  ];
}
