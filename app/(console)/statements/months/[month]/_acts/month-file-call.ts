import type * as z from "zod/mini";
import { request } from "#lib/calls/call";
import { countInFile } from "#lib/calls/export/file-end";
import { fileNameOf } from "#lib/calls/export/save-file";
import { Problem } from "#lib/contract/problem";
import type { MonthExportInput } from "#lib/features/books/month-inputs";

export type MonthFileQuery = z.input<typeof MonthExportInput>;
export type SavedFile = { file: Blob; name: string; rows: number };

/** Throws a {@link Problem} when the server refuses, or when the file broke off; then nothing is kept. */
export async function exportMonth(month: string, query: MonthFileQuery): Promise<SavedFile> {
  const answer = await request("GET /api/months/[month]/export", { params: { month }, query });
  const file = await answer.blob().catch(() => undefined);
  const rows = file && (await countRows(file, query.format).catch(() => undefined));
  if (file === undefined || rows === undefined) {
    const detail = "The export stopped partway, and nothing was saved. Try again.";
    throw new Problem("dashboard_unreachable", detail);
  }
  return { file, name: fileNameOf(answer) ?? `month-${month}.csv`, rows };
}

/** A file for the books has no last row that says so: it is small, and sent whole or not at all. */
async function countRows(file: Blob, format: MonthFileQuery["format"]): Promise<number | undefined> {
  if (format === "csv" || format === "xlsx") {
    const count = await countInFile[format](file, "movements");
    return count === undefined ? undefined : Number.parseInt(count, 10);
  }
  const text = await file.text();
  return text.endsWith("\r\n") ? text.split("\r\n").length - 2 : undefined;
}
