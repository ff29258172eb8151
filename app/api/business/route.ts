import { route } from "#lib/server/api/route";
import { direct } from "#lib/server/http/direct";
import { getBusiness } from "#lib/server/service/business";

export const GET = direct(
  "GET /api/business",
  route({ may: "read", quota: "business" }, async () => ({ body: await getBusiness() })),
);
