import { route } from "#lib/server/api/route";
import { listDeliveries } from "#lib/server/webhooks/delivery-list";

export const GET = route("GET /api/deliveries", async ({ query }) => ({ body: await listDeliveries(query) }));
