import { route } from "#lib/server/api/route";
import { findAttention } from "#lib/server/ledger/attention";

export const GET = route({ may: "read" }, async () => ({ body: await findAttention() }));
