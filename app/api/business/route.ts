import { getBusiness } from "#lib/server/business";
import { direct } from "#lib/server/direct";
import { route } from "#lib/server/route";

export const GET = direct(
  "GET /api/business",
  route({ may: "read", quota: "business" }, async () => ({ body: await getBusiness() })),
);
