import { recordAccountView } from "#lib/server/account-views";
import { route } from "#lib/server/route";
import { findTransfer } from "#lib/server/transfers";

export const GET = route({ may: "read" }, async ({ params, actor }) => {
  const transfer = await findTransfer(String(params.id));
  await recordAccountView(transfer, actor);
  return { body: transfer };
});
