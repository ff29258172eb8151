import { recordAccountView } from "#lib/server/account-views";
import { direct } from "#lib/server/direct";
import { route } from "#lib/server/route";
import { findTransfer } from "#lib/server/transfers";

export const GET = direct(
  "GET /api/transfers/[id]",
  route({ may: "read" }, async ({ params, actor }) => {
    const transfer = await findTransfer(String(params.id));
    await recordAccountView(transfer, actor);
    return { body: transfer };
  }),
);
