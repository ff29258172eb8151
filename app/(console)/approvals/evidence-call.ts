import { request } from "#lib/calls/call";
import { countInFile } from "#lib/calls/export/file-end";
import { fileNameOf } from "#lib/calls/export/save-file";
import { Problem } from "#lib/contract/problem";

export type EvidenceFile = { file: Blob; name: string; rows: number };

/** Throws a {@link Problem} when the server refuses, or when the last row is missing; then nothing is kept. */
export async function exportApprovals(days: { from?: string; to?: string }): Promise<EvidenceFile> {
  const answer = await request("GET /api/approvals/export", { query: days });
  const file = await answer.blob().catch(() => undefined);
  const rows = file && (await countInFile.csv(file, "requests"));
  if (file === undefined || rows === undefined) {
    const detail = "The export stopped partway, and nothing was saved. Try again.";
    throw new Problem("dashboard_unreachable", detail);
  }
  return { file, name: fileNameOf(answer) ?? "approvals.csv", rows: Number.parseInt(rows, 10) };
}
