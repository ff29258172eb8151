import type { BatchRow, RowState } from "#lib/features/bulk/batches/batch-answers";
import { type JudgedRow, stateOf as stateOfJudged } from "#lib/features/bulk/batches/judge-batch";
import { type PayoutField, payoutFieldIds } from "#lib/features/bulk/batches/payout-fields";
import type { KnownRow } from "#lib/features/bulk/server/checks/ledger-asks";
import { type AgreedRow, agreedRowOf, rowSaidOf } from "#lib/features/bulk/server/checks/stored-batch";
import type { Amount } from "#lib/money/money";
import { readInSnapshot } from "#lib/server/ledger/transfers";
import type { BatchRowRow } from "#lib/server/tables/bulk/batch-rows";
import type { TransferRow, Trx } from "#lib/server/tables/schema";
import type { Cell } from "#lib/table/table";
import { stateOf } from "#lib/transfer/transfer-states";
import { isNeverCreated, type Submission } from "#lib/transfer/transfer-status";

/** A row with all that is known of it: its cells, what it was agreed as, and its transfer. */

export type MadeTransfer = Pick<
  TransferRow,
  "id" | "submission" | "status" | "amount" | "asset" | "quote_output"
>;
export type ReadRow = {
  stored: BatchRowRow;
  judged: JudgedRow;
  payee: KnownRow["payee"];
  agreed: AgreedRow | null;
  transfer: MadeTransfer | undefined;
};

export async function transfersOfRows(trx: Trx, batchId: string): Promise<Map<number, MadeTransfer>> {
  const rows = await trx
    .selectFrom("batch_rows")
    .innerJoin("transfers", "transfers.idempotency_key", "batch_rows.key")
    .select(["n", "transfers.id", "submission", "status", "amount", "asset", "quote_output"])
    .where("batch_id", "=", batchId)
    .execute();
  return new Map(rows.map(({ n, ...transfer }) => [n, transfer]));
}

export function readRow(
  stored: BatchRowRow,
  judged: JudgedRow | undefined,
  known: KnownRow | undefined,
  transfer: MadeTransfer | undefined,
): ReadRow {
  if (judged === undefined) throw new RangeError("A row of a batch was not judged.");
  return {
    stored,
    judged: known?.row ?? judged,
    payee: known?.payee ?? null,
    agreed: agreedRowOf(stored),
    transfer,
  };
}

export function stateOfSubmission(submission: Submission): RowState {
  if (submission === "accepted") return "created";
  if (submission === "awaiting_approval") return "waiting";
  if (submission === "unknown") return "unknown";
  return isNeverCreated(submission) ? "refused" : "sending";
}

/** What became of a created row; undefined while it is under way. */
export function endOf({ submission, status }: Pick<TransferRow, "submission" | "status">) {
  if (submission !== "accepted") return undefined;
  if (stateOf(status) === "paid") return "paid" as const;
  return stateOf(status) === "open" ? undefined : ("notPaid" as const);
}

export function stateOfRow({ stored, judged, agreed, transfer }: ReadRow): RowState {
  if (transfer !== undefined) return stateOfSubmission(transfer.submission);
  if (rowSaidOf(stored).isLeftOut) return "left_out";
  return agreed === null ? stateOfJudged(judged) : "ready";
}

/** As our API shows them. `hasNumbers`: with whole account numbers. */
export async function withTransfers(
  trx: Trx,
  rows: readonly ReadRow[],
  hasNumbers: boolean,
): Promise<BatchRow[]> {
  const ids = rows.flatMap(({ transfer }) => transfer?.id ?? []);
  const shown = new Map((await readInSnapshot(trx, ids)).map(({ transfer }) => [transfer.id, transfer]));
  const reasons = await reasonsOf(trx, ids);
  return rows.map((row) => {
    const { judged, agreed, transfer, payee } = row;
    const now = transfer && shown.get(transfer.id);
    const { read } = judged;
    const isSettled = agreed !== null || transfer !== undefined;
    const number = agreed?.accountNumber ?? read.accountNumber;
    return {
      n: row.stored.n,
      state: stateOfRow(row),
      cells: cellsOf(row, hasNumbers),
      amount: (transfer?.amount ?? agreed?.amount ?? read.amount) as Amount | null,
      naira: (agreed?.naira ?? read.naira) as Amount | null,
      asset: transfer?.asset ?? agreed?.asset ?? read.asset,
      bank: agreed?.bank ?? read.bank,
      accountNumber: hasNumbers ? number : number.slice(-4),
      accountName: agreed?.accountName ?? read.accountName,
      payee: payee === null ? null : { id: payee.id, name: payee.name },
      hasZeroBack: judged.hasZeroBack,
      faults: isSettled ? [] : judged.faults.map((fault) => shownFault(fault, hasNumbers)),
      asks: isSettled ? [] : judged.asks.map((ask) => (hasNumbers ? ask : { ...ask, of: "" })),
      transfer:
        transfer === undefined || now === undefined
          ? null
          : {
              id: transfer.id,
              status: now.status,
              chip: now.standing.chip,
              amount: transfer.amount as Amount,
              output: transfer.quote_output as Amount | null,
              reason: reasons.get(transfer.id) ?? null,
            },
    };
  });
}

/** What may be meant by an account number has whole numbers. */
function shownFault({ choices, ...fault }: JudgedRow["faults"][number], hasNumbers: boolean) {
  const isShown = choices !== undefined && (hasNumbers || fault.path !== "accountNumber");
  return isShown ? { ...fault, choices } : fault;
}

const noCell: Cell = { text: "" };

/** Whoever may not see whole account numbers sees the last four digits of that column. */
function cellsOf({ judged: { row } }: ReadRow, hasNumbers: boolean): BatchRow["cells"] {
  const entries = payoutFieldIds.map((field: PayoutField) => {
    const cell = row.cells[field] ?? noCell;
    const edit = row.edits[field];
    const hide = (text: string) => (hasNumbers || field !== "accountNumber" ? text : text.slice(-4));
    return [
      field,
      {
        ...(edit !== undefined && { given: hide(cell.text) }),
        text: hide(edit ?? cell.text),
        ...(cell.form !== undefined && { form: cell.form }),
        ...(cell.isFormula === true && { isFormula: true }),
        isEdited: edit !== undefined,
      },
    ] as const;
  });
  return Object.fromEntries(entries) as BatchRow["cells"];
}

/** The service's words for a refusal, or ours. */
export async function reasonsOf(trx: Trx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom("transfer_events")
    .select(["transfer_id", "text"])
    .where("transfer_id", "in", ids)
    .where("kind", "in", ["rejected", "outcome_unknown", "cancelled", "declined"])
    .orderBy("seq")
    .execute();
  return new Map(rows.flatMap(({ transfer_id, text }) => (text === null ? [] : [[transfer_id, text]])));
}
