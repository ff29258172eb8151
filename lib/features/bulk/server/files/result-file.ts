import { createHash } from "node:crypto";
import type { RowState } from "#lib/features/bulk/batches/batch-answers";
import { type ResultRow, resultTable } from "#lib/features/bulk/batches/result-rows";
import { findBatch, findRows } from "#lib/features/bulk/server/batches/batch-store";
import { reasonsOf, stateOfSubmission, transfersOfRows } from "#lib/features/bulk/server/batches/row-view";
import { agreedRowOf, broughtOf, rowSaidOf } from "#lib/features/bulk/server/checks/stored-batch";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { inSnapshot } from "#lib/server/database/snapshot";
import { readInSnapshot } from "#lib/server/ledger/transfers";
import { writeTable } from "#lib/server/table-files/write-table";
import type { BatchRowRow } from "#lib/server/tables/bulk/batch-rows";
import type { Trx } from "#lib/server/tables/schema";

/** What became of each row, beside the columns that it came with. It has whole account numbers, so who takes it is logged. */

const outcomes: Record<RowState, string> = {
  ready: "Not created yet",
  asked: "Not created yet",
  faulty: "Not created yet",
  left_out: "Left out",
  sending: "Being created",
  created: "Created",
  waiting: "Waits for an approval",
  unknown: "Unknown",
  refused: "Not created",
};

export async function resultFile(
  id: string,
  form: "csv" | "xlsx",
  actor: Actor,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; name: string }> {
  const ledger = await db();
  const batch = await findBatch(ledger, id);
  const { header } = broughtOf(batch);
  const { isSandbox } = env();
  const rows = await inSnapshot(ledger, async (trx) => resultRows(trx, id, await findRows(trx, id)));
  const bytes = await writeTable(form, "Payouts", resultTable(header, rows, isSandbox));
  const hash = createHash("sha256").update(bytes).digest("hex");
  await inTransaction(ledger, async (trx) => {
    await judgeAgain(trx, actor, "export");
    const detail = { file: `sha256:${hash}`, rows: `${rows.length}` };
    await appendAudit(trx, { ...originOf(actor), action: "batch_result_taken", recordId: id, detail });
  });
  return { bytes, name: `${isSandbox ? "SANDBOX-" : ""}batch-${batch.made_at.slice(0, 10)}-result.${form}` };
}

async function resultRows(trx: Trx, id: string, stored: readonly BatchRowRow[]): Promise<ResultRow[]> {
  const made = await transfersOfRows(trx, id);
  const ids = [...made.values()].map((each) => each.id);
  const shown = new Map((await readInSnapshot(trx, ids)).map(({ transfer }) => [transfer.id, transfer]));
  const reasons = await reasonsOf(trx, ids);
  return stored.map((row) => {
    const transfer = shown.get(made.get(row.n)?.id ?? "");
    const agreed = agreedRowOf(row);
    const submission = made.get(row.n)?.submission;
    const state =
      submission === undefined
        ? rowSaidOf(row).isLeftOut
          ? "left_out"
          : "ready"
        : stateOfSubmission(submission);
    return {
      given: JSON.parse(row.line) as string[],
      n: row.n,
      outcome: outcomes[state],
      transferId: transfer?.id ?? "",
      transactionId: transfer?.transactionId ?? "",
      address: transfer?.address ?? "",
      amount: transfer?.amount ?? agreed?.amount ?? "",
      asset: transfer?.asset ?? agreed?.asset ?? "",
      askedNaira: agreed?.naira ?? "",
      estimate: made.get(row.n)?.quote_output ?? "",
      reason: reasons.get(transfer?.id ?? "") ?? "",
    };
  });
}
