import { stopActs } from "#lib/features/bulk/batches/batch-words";
import type { BatchInNeed } from "#lib/features/bulk/batches/needs";
import { stopOf } from "#lib/features/bulk/server/checks/stored-batch";
import { databaseTime } from "#lib/server/tables/database-clock";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db } from "#lib/server/tables/schema";
import { rowsIn, wasSeen } from "./funding-view";

/**
 * Which batches need a person: stopped, half created for a day, or with a funding file of which a day later some deposits were
 * seen and others weren't. Invariant: reads only, and no further back than a month, and a week of files; each transfer of those
 * needs attention by itself.
 */

const dayMs = 24 * 60 * 60_000;
const batchesForMs = 30 * dayMs;
const filesForMs = 7 * dayMs;

/** The oldest first. */
export async function batchesInNeed(ledger: Db): Promise<BatchInNeed[]> {
  const found = [...(await notCreated(ledger)), ...(await halfFunded(ledger))];
  return found.sort((a, b) => (a.since < b.since ? -1 : 1));
}

async function notCreated(ledger: Db): Promise<BatchInNeed[]> {
  const rows = await ledger
    .selectFrom("batches")
    .select(["id", "name", "stopped", "agreed_at"])
    .where("discarded_at", "is", null)
    .where("agreed_at", ">", databaseTime(ledger, -batchesForMs))
    .where(({ eb, or }) =>
      or([eb("stopped", "is not", null), eb("agreed_at", "<", databaseTime(ledger, -dayMs))]),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("batch_rows")
          .select("batch_rows.id")
          .leftJoin("transfers", "transfers.idempotency_key", "batch_rows.key")
          .whereRef("batch_id", "=", "batches.id")
          .where("agreed", "is not", null)
          .where("transfers.id", "is", null),
      ),
    )
    .execute();
  return rows.map(({ id, name, stopped, agreed_at }): BatchInNeed => {
    const stop = stopOf({ stopped });
    return stop === null
      ? { kind: "half_created", id, name, since: agreed_at ?? "" }
      : {
          kind: "stopped",
          id,
          name,
          since: stop.at,
          code: stop.code,
          why: `${stop.message} ${stopActs[stop.code]}`,
        };
  });
}

/** Each transfer counts for the newest file that holds it. */
async function halfFunded(ledger: Db): Promise<BatchInNeed[]> {
  const files = await ledger
    .selectFrom("funding_files")
    .innerJoin("batches", "batches.id", "funding_files.batch_id")
    .select(["batch_id", "batches.name", "n", "funding_files.made_at", "rows"])
    .where("funding_files.made_at", ">", databaseTime(ledger, -filesForMs))
    .orderBy("n")
    .execute();
  const fileOf = new Map<string, (typeof files)[number]>();
  for (const file of files) for (const { transferId } of rowsIn(file)) fileOf.set(transferId, file);
  if (fileOf.size === 0) return [];
  const transfers = await ledger
    .selectFrom("transfers")
    .select(["id", "deposit_label", "is_handled"])
    .where(isOneOf(ledger, "id", [...fileOf.keys()]))
    .execute();
  const yesterday = new Date(Date.now() - dayMs).toISOString();
  return files.flatMap((file): BatchInNeed[] => {
    const own = transfers.filter(({ id }) => fileOf.get(id) === file);
    const isSeen = ({ deposit_label }: (typeof own)[number]) => wasSeen(deposit_label);
    const seen = own.filter(isSeen).length;
    // Where nobody looks, nothing is known.
    const isMissing = own.some(
      (each) => each.deposit_label !== null && !isSeen(each) && each.is_handled === 0,
    );
    if (file.made_at > yesterday || seen === 0 || !isMissing) return [];
    const { batch_id: id, name, made_at: since, n } = file;
    return [{ kind: "half_funded", id, name, since, file: n, seen, count: own.length }];
  });
}
