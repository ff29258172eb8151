import { Problem } from "#lib/contract/problem";
import { type ExportFormat, exportTypes, type TransferFilters } from "#lib/contract/transfer-list";
import { request } from "../call";
import { countInFile } from "./file-end";
import { fileNameOf } from "./save-file";

/** `rows` is unknown while a file is packed. */
export type ExportProgress = { rows: number | undefined; bytes: number };
export type ExportedFile = { file: Blob; name: string; rows: number };

/** Parts are joined at this size, so that the browser can move them to its disk. */
const joinedBytes = 8_000_000;
const progressEveryMs = 250;

/**
 * Exports the matching transfers. Throws a {@link Problem} when the server refuses, or when the last row is missing; then
 * nothing is kept. An aborted signal ends it with the signal's reason.
 */
export async function exportTransfers(
  filters: TransferFilters,
  format: ExportFormat,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): Promise<ExportedFile> {
  const answer = await request("POST /api/transfers/export", { body: { ...filters, format }, signal });
  const file = await readAll(answer, format, onProgress).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw brokenOff(cause);
  });
  const rows = await countInFile[format](file).catch(() => undefined);
  if (rows === undefined) throw brokenOff();
  return { file, name: fileNameOf(answer) ?? `transfers.${format}`, rows: Number.parseInt(rows, 10) };
}

function brokenOff(cause?: unknown): Problem {
  return new Problem(
    "dashboard_unreachable",
    "The export stopped partway, and nothing was saved. Try again.",
    {
      cause,
    },
  );
}

async function readAll(
  answer: Response,
  format: ExportFormat,
  onProgress: (progress: ExportProgress) => void,
): Promise<Blob> {
  const reader = answer.body?.getReader();
  const type = exportTypes[format];
  let file = new Blob([], { type });
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let waiting = 0;
  let toldAt = 0;
  // The names of the columns are a line as well.
  let lines = -1;
  let bytes = 0;
  const join = () => {
    file = new Blob([file, ...parts], { type });
    parts = [];
    waiting = 0;
  };
  for (let next = await reader?.read(); next !== undefined && !next.done; next = await reader?.read()) {
    parts.push(next.value);
    waiting += next.value.byteLength;
    bytes += next.value.byteLength;
    lines += linesIn(next.value);
    if (waiting >= joinedBytes) join();
    if (Date.now() - toldAt < progressEveryMs) continue;
    toldAt = Date.now();
    onProgress({ rows: format === "csv" ? lines : undefined, bytes });
  }
  join();
  return file;
}

function linesIn(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
}
