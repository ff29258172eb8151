import { createHash, randomUUID } from "node:crypto";
import { Problem } from "#lib/contract/problem";
import { minorUnitsIn, unsaidAmount } from "#lib/features/bulk/batches/amount-columns";
import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import type { CheckedBatchInput } from "#lib/features/bulk/batches/batch-input";
import { payoutFields } from "#lib/features/bulk/batches/payout-fields";
import { isOfResult } from "#lib/features/bulk/batches/result-rows";
import { bulkLimits } from "#lib/features/bulk/limits";
import { judgeStored, listedBanks } from "#lib/features/bulk/server/checks/judge-stored";
import { type BroughtTable, emptyRowSaid, emptySaid } from "#lib/features/bulk/server/checks/stored-batch";
import { twinKeyOf } from "#lib/features/bulk/server/checks/twin-rows";
import { appendAudit } from "#lib/server/audit/audit";
import { coverRecord } from "#lib/server/audit/cover";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { db } from "#lib/server/database/db";
import { type Brought, readTable } from "#lib/server/table-files/read-table";
import { unreadable } from "#lib/server/table-files/unreadable";
import type { BatchRowRow, BatchTableRow } from "#lib/server/tables/bulk/batch-rows";
import type { Trx } from "#lib/server/tables/schema";
import type { Row } from "#lib/table/table";
import { viewBatch } from "./view-batch";

/** Invariant: a row has its transfer's key from the moment it is stored, so nothing can ever create it under another one. */

/** Rows of one insert: each has eleven values. */
const atOnce = 200;

/** Under a key (a UUID): a repeat returns the same batch. Throws what reading a table throws. */
export async function makeBatch(
  key: string,
  input: CheckedBatchInput,
  actor: Actor,
): Promise<{ batch: Batch; isNew: boolean }> {
  const ledger = await db();
  const contentHash = hashOf(JSON.stringify(Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))));
  const known = await findByKey(ledger, key, contentHash);
  if (known !== undefined) return { batch: await viewBatch(known.id, {}, actor), isNew: false };
  const brought: Brought =
    input.file === undefined
      ? { text: input.text ?? "" }
      : { file: Buffer.from(input.file, "base64"), sheet: input.sheet };
  const { table, kind } = await readTable(brought, payoutFields, bulkLimits, input.mapping, isOfResult);
  const minor = minorUnitsIn(table.columns);
  if (minor !== undefined) throw unreadable(minor);
  const stood: BroughtTable = {
    kind,
    headerLine: table.headerLine,
    above: table.above.map(({ n, cells }) => ({ n, cells: cells.map(({ text }) => text) })),
    emptyRows: table.emptyRows,
    header: table.columns.map(({ name }) => name),
    unused: table.columns.flatMap(({ name, field, at }) =>
      field === null ? [name || `Column ${at + 1}`] : [],
    ),
    unsaid: unsaidAmount(table.columns),
  };
  const id = randomUUID();
  const row: BatchTableRow = {
    id,
    idempotency_key: key,
    content_hash: contentHash,
    name: input.name,
    made_at: new Date().toISOString(),
    made_by: actor.person.id,
    file_hash: hashOf("file" in brought ? brought.file : brought.text),
    rows_hash: hashOf(JSON.stringify(table.rows.map(({ cells }) => cells))),
    brought: JSON.stringify(stood),
    said: JSON.stringify({ ...emptySaid, asset: input.asset ?? null }),
    seen: 1,
    ...{ agreed: null, agreed_at: null, agreed_by: null, stopped: null },
    ...{ told: "", discarded_at: null, discarded_by: null },
  };
  const unread = table.rows.map((each) => newRow(id, each));
  const judged = judgeStored(row, unread, await listedBanks());
  const rows = unread.map((each, at) => {
    const read = judged.rows[at];
    return read === undefined ? each : { ...each, twin_key: twinKeyOf(read) };
  });
  const isNew = await inTransaction(ledger, async (trx) => {
    await judgeAgain(trx, actor, "create");
    if (!(await insertBatch(trx, row, rows))) return false;
    const detail = { file: `sha256:${row.file_hash}`, rows: `${rows.length}` };
    await appendAudit(trx, { ...originOf(actor), action: "batch_imported", recordId: id, detail });
    return true;
  });
  const made = isNew ? row : await findByKey(ledger, key, contentHash);
  return { batch: await viewBatch(made?.id ?? id, {}, actor), isNew };
}

async function insertBatch(trx: Trx, row: BatchTableRow, rows: readonly BatchRowRow[]): Promise<boolean> {
  const inserted = await trx
    .insertInto("batches")
    .values(row)
    .onConflict((conflict) => conflict.column("idempotency_key").doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n) return false;
  coverRecord(trx, "batch-1", row);
  for (let from = 0; from < rows.length; from += atOnce) {
    const part = rows.slice(from, from + atOnce);
    await trx.insertInto("batch_rows").values(part).execute();
    for (const each of part) coverRecord(trx, "batch-row-1", each);
  }
  return true;
}

function newRow(batchId: string, { n, cells, line }: Row<string>): BatchRowRow {
  return {
    id: `${batchId}.${n}`,
    batch_id: batchId,
    n,
    key: randomUUID(),
    cells: JSON.stringify(cells),
    line: JSON.stringify(line),
    said: JSON.stringify(emptyRowSaid),
    ...{ agreed: null, twin_key: null, lease_until: null, lease_by: null },
  };
}

async function findByKey(ledger: Awaited<ReturnType<typeof db>>, key: string, contentHash: string) {
  const row = await ledger
    .selectFrom("batches")
    .select(["id", "content_hash"])
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
  if (row !== undefined && row.content_hash !== contentHash) {
    const detail = "It was used for another batch. Nothing was saved now. Use a new key for a new batch.";
    throw new Problem("idempotency_key_reused", detail, { extra: { batchId: row.id } });
  }
  return row;
}

function hashOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
