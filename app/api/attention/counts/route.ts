import { route } from "#lib/server/api/route";
import { countAttention } from "#lib/server/attention/attention";

export const GET = route("GET /api/attention/counts", async () => ({ body: await countAttention() }));
