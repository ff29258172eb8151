import { faultOfForm, hasLostDigits } from "#lib/features/bulk/judge-payee";
import type { Cell } from "#lib/table/table";
import { plainDigits } from "#lib/text/plain-digits";
import { withoutUnseen } from "#lib/text/unseen";
import type { RowFault, StoredRow } from "./judged-batch";
import type { PayoutField } from "./payout-fields";

/** A cell as it stands: what a person typed is a text, whatever the workbook had there. */
export type Standing = Cell & { isEdited: boolean };

export function cellOf({ cells, edits }: StoredRow, field: PayoutField): Standing {
  const typed = edits[field];
  return typed === undefined ? { ...cells[field], isEdited: false } : { text: typed, isEdited: true };
}

export function isEmpty({ text }: Cell): boolean {
  return withoutUnseen(text) === "";
}

/** By which two texts of a column are the same. */
export function foldedText(text: string): string {
  return withoutUnseen(text).toLowerCase().replace(/\s+/g, " ");
}

/** What a person wrote, as a message repeats it. */
export function quoted(text: string): string {
  const shown = withoutUnseen(text).slice(0, mostQuoted);
  return `“${shown}${shown.length === mostQuoted ? "…" : ""}”`;
}
const mostQuoted = 60;

const numbers: ReadonlySet<PayoutField> = new Set(["amount", "naira", "accountNumber"]);
/** A day says as much there as any other text. */
const freeTexts: ReadonlySet<PayoutField> = new Set(["reference", "purpose"]);

/** What a spreadsheet made of a cell, so that nothing can be read of it. */
export function lossIn(path: PayoutField, cell: Standing): RowFault | undefined {
  if (cell.form === "date" && freeTexts.has(path)) return undefined;
  const text = plainDigits(withoutUnseen(cell.text));
  const isLost = numbers.has(path)
    ? hasLostDigits(text)
    : /^(?:#{2,}|[+-]?\d(?:[.,]\d+)?E[+-]\d{2,})$/.test(text);
  const message = "The spreadsheet has cut digits off. Type what belongs here.";
  return faultOfForm(path, cell) ?? (isLost ? { path, kind: "lost_digits", message } : undefined);
}
