import { route } from "#lib/server/api/route";
import { addNote } from "#lib/server/ledger/notes";

export const POST = route("POST /api/transfers/[id]/notes", async ({ body, params, actor }) => ({
  body: await addNote(String(params.id), body, actor),
}));
