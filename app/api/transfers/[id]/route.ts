import { route } from "#lib/server/api/route";
import { direct } from "#lib/server/http/direct";
import { recordAccountView } from "#lib/server/ledger/account-views";
import { findTransfer } from "#lib/server/ledger/transfers";

export const GET = direct(
  "GET /api/transfers/[id]",
  route({ may: "read" }, async ({ params, actor }) => {
    const transfer = await findTransfer(String(params.id));
    await recordAccountView(transfer, actor);
    return { body: transfer };
  }),
);
