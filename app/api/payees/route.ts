import { route } from "#lib/server/api/route";
import { savePayee } from "#lib/server/payees/payee-acts";
import { listPayees } from "#lib/server/payees/payees";

export const GET = route("GET /api/payees", async ({ query }) => ({ body: await listPayees(query) }));

export const POST = route("POST /api/payees", async ({ body, actor }) => ({
  body: await savePayee(body, actor),
  status: 201,
}));
