import { NoteInput } from "#lib/contract/records";
import { addNote } from "#lib/server/notes";
import { route } from "#lib/server/route";

export const POST = route(
  { may: "note", quota: "note", body: () => NoteInput },
  async ({ body, params, actor }) => ({
    body: await addNote(String(params.id), body, actor),
  }),
);
