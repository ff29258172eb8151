import { NoteInput } from "#lib/contract/records";
import { route } from "#lib/server/api/route";
import { addNote } from "#lib/server/ledger/notes";

export const POST = route(
  { may: "note", quota: "note", body: () => NoteInput },
  async ({ body, params, actor }) => ({
    body: await addNote(String(params.id), body, actor),
  }),
);
