import { NoteInput } from "#lib/contract/records";
import { addNote } from "#lib/server/resolution";
import { route } from "#lib/server/route";

export const POST = route({ body: () => NoteInput }, async ({ body, params }) => ({
  body: await addNote(String(params.id), body),
}));
