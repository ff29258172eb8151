import { route } from "#lib/server/api/route";
import { direct } from "#lib/server/http/direct";
import { countAttention } from "#lib/server/ledger/attention";

export const GET = direct(
  "GET /api/attention/counts",
  route({ may: "read" }, async () => ({ body: await countAttention() })),
);
