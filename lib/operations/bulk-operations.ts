import { mostImportBytes, PayeeImport, PayeeImportInput } from "#lib/features/bulk/bulk-api";
import { type ApiOperations, ofService } from "./api-operation";

/** Many at once, from a spreadsheet. */

export const bulkOperations = {
  "POST /api/payees/import": {
    id: "importPayees",
    text: "Saves the payees of a table: a CSV, TSV or `.xlsx` file in base64, or a pasted text. Each row is judged and saved by itself, as `POST /api/payees` would, and has its own result. An account that is saved already is left as it is, so a repeat saves nothing twice. With `check` nothing is saved, and each row says what would become of it. `sheet` and `mapping` say what `columns_unclear` asks; `changes` corrects rows by the number of their line, or leaves them out.",
    may: "keep_payees",
    quota: "import",
    body: () => PayeeImportInput,
    bodyBytes: mostImportBytes,
    answers: { 200: { text: "What was read, and the result of each row.", schema: PayeeImport } },
    problems: ["unreadable_file", "columns_unclear", "busy", ...ofService],
  },
} satisfies ApiOperations;
