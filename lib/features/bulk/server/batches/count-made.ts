import type { BatchItem } from "#lib/features/bulk/batches/batch-answers";
import { rowSaidOf } from "#lib/features/bulk/server/checks/stored-batch";
import type { Db, Trx } from "#lib/server/tables/schema";
import type { Submission } from "#lib/transfer/transfer-status";
import { endOf, stateOfSubmission } from "./row-view";

/** Invariant: counted by the database, so that it costs the same whatever the rows hold; they aren’t judged. */

type Counts = BatchItem["counts"];

export function noCounts(): Counts {
  const none = { rows: 0, leftOut: 0, created: 0, paid: 0, notPaid: 0, waiting: 0, unknown: 0, refused: 0 };
  return { ...none, toGo: 0, ready: null, asked: null, faulty: null };
}

/** What became of the rows of these batches, by the batch's ID. */
export async function countMade(ledger: Db | Trx, ids: readonly string[]): Promise<Map<string, Counts>> {
  const counts = new Map(ids.map((id) => [id, noCounts()]));
  if (ids.length === 0) return counts;
  const groups = await ledger
    .selectFrom("batch_rows")
    .leftJoin("transfers", "transfers.idempotency_key", "batch_rows.key")
    .select(["batch_id", "submission", "status"])
    // What a person said of a row matters until it has a transfer.
    .select(({ eb }) => eb.case().when("submission", "is", null).then(eb.ref("said")).end().as("saidOfRest"))
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("batch_id", "in", ids)
    .groupBy(["batch_id", "submission", "status", "saidOfRest"])
    .execute();
  for (const { batch_id, saidOfRest, submission, status, count } of groups) {
    const own = counts.get(batch_id);
    if (own === undefined) continue;
    own.rows += Number(count);
    own[placeOf(submission, saidOfRest ?? "")] += Number(count);
    const end = submission === null || status === null ? undefined : endOf({ submission, status });
    if (end !== undefined) own[end] += Number(count);
  }
  return counts;
}

function placeOf(submission: Submission | null, said: string) {
  if (submission === null) return rowSaidOf({ said }).isLeftOut ? ("leftOut" as const) : ("toGo" as const);
  const state = stateOfSubmission(submission);
  return state === "created" || state === "waiting" || state === "unknown" || state === "refused"
    ? state
    : "toGo";
}
