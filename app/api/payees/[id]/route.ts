import { route } from "#lib/server/api/route";
import { changePayee } from "#lib/server/payees/payee-acts";
import { readPayee } from "#lib/server/payees/payee-history";

export const GET = route("GET /api/payees/[id]", async ({ params }) => ({
  body: await readPayee(String(params.id)),
}));

export const PATCH = route("PATCH /api/payees/[id]", async ({ params, body, actor }) => ({
  body: await changePayee(String(params.id), body, actor),
}));
