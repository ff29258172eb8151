import { countAttention } from "#lib/server/attention";
import { route } from "#lib/server/route";

export const GET = route({ may: "read" }, async () => ({ body: await countAttention() }));
