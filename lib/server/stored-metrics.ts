import "server-only";
import { Gauge, Registry } from "prom-client";
import { type AttentionReason, attentionReasons } from "#lib/contract/attention-reasons";
import { countOpen } from "./attention-rules";
import { type Db, db } from "./db";
import { withinTime } from "./within-time";

/** Invariant: what stands in the database is read when it is asked for, so that several servers say the same of it. */

const readLimitMs = 2_000;

type StoredFigures = {
  unknownOpen: number;
  oldestUnansweredSeconds: number;
  attention: Map<AttentionReason, number>;
};

/**
 * What the database says now, in the text format of Prometheus. While it does not answer, that is all that is said of
 * it: an old figure would look like news.
 */
export async function writeStoredMetrics(): Promise<string> {
  const registers = [new Registry()];
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `dashboard_${name}`, help, labelNames, registers });
  const figures = await withinTime(readLimitMs, db().then(readFigures)).catch(() => undefined);
  gauge("database_up", "1 when the database answered to this reading.").set(figures === undefined ? 0 : 1);
  if (figures !== undefined) {
    gauge("unknown_outcomes_open", "Transfers with an unknown outcome that wait for a person.").set(
      figures.unknownOpen,
    );
    gauge(
      "oldest_unanswered_submission_seconds",
      "Age of the oldest transfer that was asked for and has no outcome yet; 0 when there is none.",
    ).set(figures.oldestUnansweredSeconds);
    const attention = gauge("attention_transfers", "Transfers that wait for a person, by reason.", [
      "reason",
    ]);
    for (const reason of attentionReasons) attention.set({ reason }, figures.attention.get(reason) ?? 0);
  }
  return (await Promise.all(registers.map((registry) => registry.metrics()))).join("");
}

async function readFigures(ledger: Db): Promise<StoredFigures> {
  const { reasons } = await countOpen(ledger);
  const { oldest } = await ledger
    .selectFrom("transfers")
    .select(({ fn }) => fn.min("created_at").as("oldest"))
    .where("submission", "in", ["recorded", "dispatching"])
    .executeTakeFirstOrThrow();
  const attention = new Map(reasons.map(({ reason, count }) => [reason, count]));
  return {
    attention,
    unknownOpen: (attention.get("unknown_outcome") ?? 0) + (attention.get("late_callback") ?? 0),
    // Aggregates over no row are null, whatever the column is.
    oldestUnansweredSeconds: secondsSince(oldest as string | null),
  };
}

function secondsSince(time: string | null): number {
  return time === null ? 0 : Math.max(0, Date.now() - Date.parse(time)) / 1000;
}
