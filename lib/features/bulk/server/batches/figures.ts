import { stopOf } from "#lib/features/bulk/server/checks/stored-batch";
import type { FeatureFigure } from "#lib/server/database/feature-figures";
import { databaseTime } from "#lib/server/tables/database-clock";
import type { Db } from "#lib/server/tables/schema";
import { stateOfSubmission } from "./row-view";

/** Invariant: reads only, and names nobody. */

const dayMs = 24 * 60 * 60_000;

/** For the metrics. */
export async function readBatchFigures(ledger: Db): Promise<FeatureFigure[]> {
  const stopped = await ledger
    .selectFrom("batches")
    .select("stopped")
    .where("stopped", "is not", null)
    .where("discarded_at", "is", null)
    .execute();
  const made = await ledger
    .selectFrom("batch_rows")
    .innerJoin("transfers", "transfers.idempotency_key", "batch_rows.key")
    .select("submission")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("transfers.created_at", ">", databaseTime(ledger, -dayMs))
    .groupBy("submission")
    .execute();
  const byReason = new Map<string, number>();
  for (const row of stopped) {
    const code = stopOf(row)?.code ?? "";
    byReason.set(code, (byReason.get(code) ?? 0) + 1);
  }
  const byOutcome = new Map<string, number>();
  for (const { submission, count } of made) {
    const outcome = stateOfSubmission(submission);
    byOutcome.set(outcome, (byOutcome.get(outcome) ?? 0) + Number(count));
  }
  return [
    ...[...byReason].map(([reason, value]) => ({
      ...{ name: "batches_stopped", help: "Batches that rest until somebody presses, by reason." },
      label: ["reason", reason] as [string, string],
      value,
    })),
    ...[...byOutcome].map(([outcome, value]) => ({
      ...{ name: "batch_rows_last_day", help: "Rows of batches of the last 24 hours, by outcome." },
      label: ["outcome", outcome] as [string, string],
      value,
    })),
  ];
}
