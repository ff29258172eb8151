import { countAttention } from "#lib/server/attention";
import { direct } from "#lib/server/direct";
import { route } from "#lib/server/route";

export const GET = direct(
  "GET /api/attention/counts",
  route({ may: "read" }, async () => ({ body: await countAttention() })),
);
