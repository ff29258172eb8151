import type { ExportFormat } from "#lib/contract/transfer-list";
import type { RowsCalled } from "./workbook-end";

/** The last row of a closed month has its figures as well. */
const lastLineLength = 250_000;

/** How many rows an exported file says it has, in its last row; `undefined` where there is none. */
export const countInFile: Record<
  ExportFormat,
  (file: Blob, rows?: RowsCalled) => Promise<string | undefined>
> = {
  csv: async (file, rows = "transfers") => {
    const end = await file.slice(-lastLineLength).text();
    // Its cells have no line break.
    const lastLine = end.endsWith("\r\n") ? end.slice(end.lastIndexOf("\n", end.length - 3) + 1) : "";
    return new RegExp(`^"End of the export","(\\d+) ${rows}"[,\r]`).exec(lastLine)?.[1];
  },
  xlsx: async (file, rows = "transfers") => (await import("./workbook-end")).countOfWorkbook(file, rows),
};
