import type { BatchList } from "#lib/features/bulk/batches/batch-answers";
import { db } from "#lib/server/database/db";
import { calledName } from "#lib/server/database/person-name";
import { batchState } from "./batch-state";
import { countMade, noCounts } from "./count-made";

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
  const counts = await countMade(
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
