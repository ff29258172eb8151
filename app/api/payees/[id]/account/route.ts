import { route } from "#lib/server/api/route";
import { openPayee } from "#lib/server/payees/payees";

export const GET = route("GET /api/payees/[id]/account", async ({ params, actor }) => ({
  body: await openPayee(String(params.id), actor),
}));
