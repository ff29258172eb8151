import type { BatchList } from "#lib/features/bulk/batches/batch-answers";
import { rowSaidOf } from "#lib/features/bulk/server/checks/stored-batch";
import { db } from "#lib/server/database/db";
import { calledName } from "#lib/server/database/person-name";
import type { Db } from "#lib/server/tables/schema";
import type { Submission } from "#lib/transfer/transfer-status";
import { batchState } from "./batch-state";
import { endOf, stateOfSubmission } from "./row-view";

const aPage = 25;

/** Newest first. `cursor`: the time and the ID of the last one of the page before. */
export async function listBatches({ cursor }: { cursor?: string | undefined }): Promise<BatchList> {
  const ledger = await db();
  const [at, lastId] = (cursor ?? "").split(" ");
  const found = await ledger
    .selectFrom("batches")
    .leftJoin("people", "people.id", "batches.made_by")
    .select(["batches.id", "batches.name", "made_at", "agreed", "agreed_at", "discarded_at", "stopped"])
    .select(calledName().as("by"))
    .$if(at !== undefined && lastId !== undefined, (query) =>
      query.where(({ eb, or, and }) =>
        or([
          eb("made_at", "<", at ?? ""),
          and([eb("made_at", "=", at ?? ""), eb("batches.id", "<", lastId ?? "")]),
        ]),
      ),
    )
    .orderBy("made_at", "desc")
    .orderBy("batches.id", "desc")
    .limit(aPage + 1)
    .execute();
  const page = found.slice(0, aPage);
  const counts = await countsOf(
    ledger,
    page.map(({ id }) => id),
  );
  const last = page.at(-1);
  return {
    items: page.map((row) => {
      const own = counts.get(row.id) ?? noCounts();
      return {
        id: row.id,
        name: row.name,
        state: batchState(row, own),
        createdAt: row.made_at,
        createdBy: row.by,
        counts: own,
      };
    }),
    nextCursor: found.length > aPage && last !== undefined ? `${last.made_at} ${last.id}` : null,
  };
}

type Counts = BatchList["items"][number]["counts"];

function noCounts(): Counts {
  const none = {
    rows: 0,
    leftOut: 0,
    created: 0,
    paid: 0,
    notPaid: 0,
    waiting: 0,
    unknown: 0,
    refused: 0,
    toGo: 0,
  };
  return { ...none, ready: null, asked: null, faulty: null };
}

async function countsOf(ledger: Db, ids: readonly string[]): Promise<Map<string, Counts>> {
  const counts = new Map(ids.map((id) => [id, noCounts()]));
  if (ids.length === 0) return counts;
  const rows = await ledger
    .selectFrom("batch_rows")
    .leftJoin("transfers", "transfers.idempotency_key", "batch_rows.key")
    .select(["batch_id", "said", "submission", "status"])
    .where("batch_id", "in", ids)
    .execute();
  for (const { batch_id, said, submission, status } of rows) {
    const own = counts.get(batch_id);
    if (own === undefined) continue;
    own.rows += 1;
    own[placeOf(submission, said)] += 1;
    const end = submission === null || status === null ? undefined : endOf({ submission, status });
    if (end !== undefined) own[end] += 1;
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
