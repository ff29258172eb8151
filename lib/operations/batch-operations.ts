import { exportTypes } from "#lib/contract/transfer-list";
import {
  Batch,
  BatchList,
  CreatedRows,
  FundingMade,
  ResultInput,
  SampleTable,
} from "#lib/features/bulk/batches/batch-answers";
import {
  AgreeInput,
  BatchChange,
  BatchInput,
  BatchListInput,
  BatchRowChange,
  BatchRowsInput,
  CreateInput,
  DiscardInput,
  FundingFileInput,
} from "#lib/features/bulk/batches/batch-input";
import { mostImportBytes } from "#lib/features/bulk/bulk-api";
import { type ApiOperations, ofService } from "./api-operation";

/** Payouts that are checked and created together. */

const named = { "content-disposition": "The name of the file." };

export const batchOperations = {
  "GET /api/batches": {
    id: "listBatches",
    text: "Batches of payouts, newest first, with what became of their rows.",
    may: "read",
    query: BatchListInput,
    answers: { 200: { text: "A page of them.", schema: BatchList } },
  },
  "POST /api/batches": {
    id: "makeBatch",
    text: "Reads a table of payouts, a CSV, TSV or `.xlsx` file in base64 or a pasted text, and keeps its rows to be checked. Nothing is created. `mapping` and `sheet` say what `columns_unclear` asks.",
    may: "create",
    quota: "import",
    body: () => BatchInput,
    bodyBytes: mostImportBytes,
    headers: { "idempotency-key": "A UUID, made once for this batch and sent again with each repeat." },
    answers: {
      201: { text: "The batch, as it was read.", schema: Batch, headers: { location: "Where it is read." } },
      200: { text: "An earlier request with the same key made it.", schema: Batch },
    },
    problems: [
      ...(["unreadable_file", "columns_unclear", "busy"] as const),
      ...(["idempotency_key_required", "idempotency_key_reused"] as const),
      ...ofService,
    ],
  },
  "GET /api/batches/sample": {
    id: "sampleBatch",
    text: "In sandbox mode, a table of 48 made-up salaries, some with faults.",
    may: "create",
    answers: { 200: { text: "The table, as a text to paste.", schema: SampleTable } },
    problems: ["not_found", ...ofService],
  },
  "GET /api/batches/template": {
    id: "batchTemplate",
    text: "A workbook to fill in, with a row for each saved payee.",
    may: "export",
    quota: "export",
    answers: { 200: { text: "An `.xlsx` file.", types: [exportTypes.xlsx], headers: named } },
  },
  "GET /api/batches/[id]": {
    id: "getBatch",
    text: "A batch with a page of its rows, those that need somebody first. A role that may not export sees the last four digits of account numbers.",
    may: "read",
    query: BatchRowsInput,
    answers: { 200: { text: "The batch.", schema: Batch } },
    problems: ["not_found", ...ofService],
  },
  "PATCH /api/batches/[id]": {
    id: "changeBatch",
    text: "Says what counts for all rows, or ticks several. What was agreed is agreed no longer. `seen` is the number of the change that the page has shown.",
    may: "create",
    quota: "edit",
    body: () => BatchChange,
    bodyBytes: mostImportBytes,
    answers: { 200: { text: "The batch.", schema: Batch } },
    problems: ["not_found", "batch_changed", "row_in_use", ...ofService],
  },
  "PATCH /api/batches/[id]/rows/[n]": {
    id: "changeBatchRow",
    text: "Corrects, ticks or leaves out a row that has no transfer yet; it stands first in the answer. What was agreed is agreed no longer, unless the row is only left out.",
    may: "create",
    quota: "edit",
    body: () => BatchRowChange,
    answers: { 200: { text: "The batch.", schema: Batch } },
    problems: ["not_found", "batch_changed", "row_in_use", ...ofService],
  },
  "POST /api/batches/[id]/agree": {
    id: "agreeBatch",
    text: "Agrees to what is shown: every row that takes part, and the rates. It can be created for 24 hours.",
    may: "create",
    body: () => AgreeInput,
    answers: { 200: { text: "The batch.", schema: Batch } },
    problems: ["not_found", "batch_changed", "quote_moved", "quote_odd", "not_possible_now", ...ofService],
  },
  "POST /api/batches/[id]/create": {
    id: "createBatchRows",
    text: "Creates up to 10 of its rows, each as a transfer under a key of its own: at most once, whoever else asks. Call it until nothing is left to create or it has stopped. `goOn` goes on after a stop.",
    may: "create",
    quota: "edit",
    body: () => CreateInput,
    answers: { 200: { text: "What it has come to.", schema: CreatedRows } },
    problems: ["not_found", "not_possible_now", "batch_stopped", ...ofService],
  },
  "POST /api/batches/[id]/discard": {
    id: "discardBatch",
    text: "Ends a batch of which nothing was created. A repeat changes nothing.",
    may: "create",
    body: () => DiscardInput,
    answers: { 200: { text: "The batch.", schema: Batch } },
    problems: ["not_found", "batch_changed", "row_in_use", ...ofService],
  },
  "POST /api/batches/[id]/funding": {
    id: "makeFundingFile",
    text: "Makes a file by which a wallet funds the transfers of a token and network, 200 at most. Each transfer is in one file, unless `again` names it.",
    may: "fund",
    isConfirmed: true,
    body: () => FundingFileInput,
    answers: { 201: { text: "The number of the file.", schema: FundingMade } },
    problems: ["not_found", "already_funded", "not_possible_now", "transfers_held"],
  },
  "GET /api/batches/[id]/funding/[n]": {
    id: "getFundingFile",
    text: "A funding file, byte for byte as it was made.",
    may: "fund",
    quota: "export",
    answers: { 200: { text: "The file.", types: [exportTypes.csv, "application/json"], headers: named } },
    problems: ["not_found", "not_possible_now"],
  },
  "GET /api/batches/[id]/result": {
    id: "getBatchResult",
    text: "The rows as they came, with what became of each. It has whole account numbers, and who takes it is logged.",
    may: "export",
    quota: "export",
    query: ResultInput,
    answers: { 200: { text: "The file.", types: [exportTypes.csv, exportTypes.xlsx], headers: named } },
    problems: ["not_found"],
  },
} satisfies ApiOperations;
