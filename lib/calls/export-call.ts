import { Problem } from "#lib/contract/problem";
import type { TransferFilters } from "#lib/contract/transfer-list";
import { request } from "./call";

export type ExportProgress = { rows: number; bytes: number };
export type ExportedFile = { file: Blob; name: string; rows: number };

/** Parts are joined at this size, so that the browser can move them to its disk. */
const joinedBytes = 8_000_000;
const progressEveryMs = 250;
const lastLine = /(?:^|\n)"End of the export","(\d+) transfers",*\r\n$/;
const lastLineLength = 200;

/**
 * Exports the matching transfers as CSV. Throws a {@link Problem} when the server refuses, or when the last line is missing;
 * then nothing is kept. An aborted signal ends it with the signal's reason.
 */
export async function exportTransfers(
  filters: TransferFilters,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): Promise<ExportedFile> {
  const answer = await request("POST /api/transfers/export", { body: filters, signal });
  const type = answer.headers.get("content-type") ?? "text/csv";
  const file = await readAll(answer, type, onProgress).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw brokenOff(cause);
  });
  const rows = lastLine.exec(await file.slice(-lastLineLength).text())?.[1];
  if (rows === undefined) throw brokenOff();
  const name = /filename="([\w.-]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
  return { file, name: name ?? "transfers.csv", rows: Number.parseInt(rows, 10) };
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
  type: string,
  onProgress: (progress: ExportProgress) => void,
): Promise<Blob> {
  const reader = answer.body?.getReader();
  let file = new Blob([], { type });
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let waiting = 0;
  let toldAt = 0;
  // The names of the columns are a line as well.
  const progress = { rows: -1, bytes: 0 };
  const join = () => {
    file = new Blob([file, ...parts], { type });
    parts = [];
    waiting = 0;
  };
  for (let next = await reader?.read(); next !== undefined && !next.done; next = await reader?.read()) {
    parts.push(next.value);
    waiting += next.value.byteLength;
    progress.bytes += next.value.byteLength;
    progress.rows += linesIn(next.value);
    if (waiting >= joinedBytes) join();
    if (Date.now() - toldAt < progressEveryMs) continue;
    toldAt = Date.now();
    onProgress({ ...progress });
  }
  join();
  return file;
}

function linesIn(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
}
