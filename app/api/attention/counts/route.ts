import { route } from "#lib/server/api/route";
import { countAttention } from "#lib/server/ledger/attention";

export const GET = route("GET /api/attention/counts", async () => ({ body: await countAttention() }));
