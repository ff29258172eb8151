import { route } from "#lib/server/api/route";
import { findAttention } from "#lib/server/attention/attention";

export const GET = route("GET /api/attention", async () => ({ body: await findAttention() }));
