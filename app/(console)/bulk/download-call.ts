import { type Given, request } from "#lib/calls/call";
import { fileNameOf, saveFile } from "#lib/calls/export/save-file";
import { Problem } from "#lib/contract/problem";

type Download =
  | "GET /api/batches/template"
  | "GET /api/batches/[id]/result"
  | "GET /api/batches/[id]/funding/[n]";

/** Saves what the server answers, under the name that it gives. Throws a {@link Problem} where it refuses; then nothing is saved. */
export async function download<Name extends Download>(name: Name, given: Given<Name>): Promise<void> {
  const answer = await request(name, given as never);
  const file = await answer.blob().catch((cause: unknown) => {
    const detail = "The download stopped partway, and nothing was saved. Try again.";
    throw new Problem("dashboard_unreachable", detail, { cause });
  });
  saveFile(file, fileNameOf(answer) ?? "file");
}
