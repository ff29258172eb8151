import { route } from "#lib/server/route";
import { findTransfer } from "#lib/server/transfers";

export const GET = route({ may: "read" }, async ({ params }) => ({
  body: await findTransfer(String(params.id)),
}));
