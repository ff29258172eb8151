import { createHash } from "node:crypto";
import type * as z from "zod/mini";
import { findAsset } from "#lib/asset/assets";
import { isAsset } from "#lib/contract/audit/audit-facts";
import { Problem } from "#lib/contract/problem";
import { type FundingFileInput, mostInFile } from "#lib/features/bulk/batches/batch-input";
import {
  type FundingFile,
  type FundingRow,
  fundingFile,
  fundingKindsOf,
} from "#lib/features/bulk/funding/funding-file";
import { findBatch, findTransfersOf, lockBatch } from "#lib/features/bulk/server/batches/batch-store";
import { candidatesOf, rowsIn } from "#lib/features/bulk/server/batches/funding-view";
import { appendAudit } from "#lib/server/audit/audit";
import { coverRecord } from "#lib/server/audit/cover";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { whileOpen } from "#lib/server/hold/transfer-hold";
import { appendEvent, holdTransfers } from "#lib/server/ledger/transfer-ledger";
import type { FundingFileRow } from "#lib/server/tables/bulk/batch-rows";
import type { Trx } from "#lib/server/tables/schema";

/**
 * Invariant: a transfer is in one funding file at most, unless a person has ticked it again; and who makes a file and who asks a
 * wallet wait for each other on the locked transfer.
 */

type Input = z.output<typeof FundingFileInput>;

/** Makes the next file of a token and network. Throws `already_funded` where all of it is in a file, and `transfers_held`. */
export async function makeFile(
  id: string,
  { kind, asset: assetId, again = [] }: Input,
  actor: Actor,
): Promise<{ n: number }> {
  const asset = findAsset(env().assets, assetId);
  if (asset === undefined || !fundingKindsOf(asset).includes(kind))
    throw new Problem("invalid_input", "There is no such file for this token and network.");
  return whileOpen(await db(), async (trx) => {
    await judgeAgain(trx, actor, "fund");
    const batch = await lockBatch(trx, id);
    const made = await findTransfersOf(trx, id);
    await holdTransfers(trx, made.map((each) => each.id).sort());
    const { rows, n } = await chooseRows(trx, id, { assetId, again });
    const file: FundingFileRow = {
      ...{ id: `${id}.${n}`, batch_id: id, n, name: batch.name, kind, asset: assetId },
      ...{ made_at: new Date().toISOString(), made_by: actor.person.id, rows: JSON.stringify(rows) },
      ...{ count: rows.length, sum: "", hash: "" },
    };
    const written = write(file);
    const row = { ...file, sum: written.sum, hash: hashOf(written.body) };
    await trx.insertInto("funding_files").values(row).execute();
    coverRecord(trx, "funding-file-1", row);
    const said = { source: "person", kind: "fund_file", person_name: actor.person.email } as const;
    for (const { transferId } of rows)
      await appendEvent(trx, transferId, { ...said, text: `File ${n} of the batch ${batch.name}` });
    const detail = {
      file: `sha256:${row.hash}`,
      rows: `${rows.length}`,
      ...(isAsset(assetId) && { asset: assetId }),
    };
    await appendAudit(trx, { ...originOf(actor), action: "batch_file_made", recordId: id, detail });
    return { n };
  });
}

/** In the order of the batch. */
async function chooseRows(
  trx: Trx,
  id: string,
  { assetId, again }: { assetId: string; again: readonly string[] },
): Promise<{ rows: FundingRow[]; n: number }> {
  const { candidates, files } = await candidatesOf(trx, id);
  const own = candidates.filter(({ asset }) => asset === assetId);
  const chosen = own.filter(
    ({ id: transferId, reason, file }) =>
      reason === undefined && (file === undefined || again.includes(transferId)),
  );
  if (chosen.length === 0) {
    const isInFile = own.some(({ file, reason }) => file !== undefined && reason === undefined);
    if (isInFile)
      throw new Problem(
        "already_funded",
        "Every transfer that can be funded is in an earlier file. No file was made. Tick those that are to be in this one too.",
      );
    throw new Problem("not_possible_now", "No transfer of it can be funded now. No file was made.");
  }
  const rows = chosen
    .sort((a, b) => a.n - b.n)
    .slice(0, mostInFile)
    .map(({ id: transferId, amount, transfer }) => ({
      address: transfer?.address ?? "",
      amount,
      transferId,
    }));
  return { rows, n: files.length + 1 };
}

function write(file: FundingFileRow): FundingFile {
  const { assets, isSandbox } = env();
  const asset = findAsset(assets, file.asset);
  if (asset === undefined)
    throw new Problem("not_possible_now", "This token and network are not on the list any more.");
  return fundingFile({
    ...{ kind: file.kind, asset, rows: rowsIn(file), name: file.name, n: file.n, isSandbox },
    madeAtMs: Date.parse(file.made_at),
  });
}

/** A file that was made, byte for byte. Throws `not_found`, and where it would not be the same any more. */
export async function readFile(id: string, n: string): Promise<FundingFile> {
  const ledger = await db();
  const batch = await findBatch(ledger, id);
  const row = await ledger
    .selectFrom("funding_files")
    .selectAll()
    .where("id", "=", `${batch.id}.${n}`)
    .executeTakeFirst();
  if (row === undefined) throw new Problem("not_found", "This batch has no such file.");
  const file = writtenAgain(row);
  if (file !== undefined && hashOf(file.body) === row.hash) return file;
  const detail =
    "The batch, or the token’s entry in the settings, has changed since this file was made. Make another one.";
  throw new Problem("not_possible_now", detail);
}

/** Nothing where the token's entry in the settings is no longer enough for it. */
function writtenAgain(file: FundingFileRow): FundingFile | undefined {
  try {
    return write(file);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
