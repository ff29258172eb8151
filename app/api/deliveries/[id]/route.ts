import { route } from "#lib/server/api/route";
import { readDelivery } from "#lib/server/webhooks/delivery-list";

export const GET = route("GET /api/deliveries/[id]", async ({ params }) => ({
  body: await readDelivery(String(params.id)),
}));
