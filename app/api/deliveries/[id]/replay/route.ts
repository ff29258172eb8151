import { route } from "#lib/server/api/route";
import { replayDelivery } from "#lib/server/webhooks/delivery-acts";

export const POST = route("POST /api/deliveries/[id]/replay", async ({ params, actor }) => ({
  body: await replayDelivery(String(params.id), actor),
  status: 202,
}));
