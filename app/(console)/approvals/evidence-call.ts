import { request } from "#lib/calls/call";
import { Problem } from "#lib/contract/problem";

const lastLine = /(?:^|\n)"End of the export","(\d+) requests",*\r\n$/;
/** A file may have hundreds of columns, all of which are empty in the last row. */
const lastLineLength = 20_000;

export type EvidenceFile = { file: Blob; name: string; rows: number };

/** Throws a {@link Problem} when the server refuses, or when the last row is missing; then nothing is kept. */
export async function exportApprovals(days: { from?: string; to?: string }): Promise<EvidenceFile> {
  const answer = await request("GET /api/approvals/export", { query: days });
  const file = await answer.blob().catch(() => undefined);
  const [, rows] = lastLine.exec((await file?.slice(-lastLineLength).text()) ?? "") ?? [];
  if (file === undefined || rows === undefined) {
    const detail = "The export stopped partway, and nothing was saved. Try again.";
    throw new Problem("dashboard_unreachable", detail);
  }
  const [, name = "approvals.csv"] =
    /filename="([\w.-]+)"/.exec(answer.headers.get("content-disposition") ?? "") ?? [];
  return { file, name, rows: Number.parseInt(rows, 10) };
}
