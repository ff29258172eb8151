import { route } from "#lib/server/api/route";
import { noteOpenPage } from "#lib/server/chain/open-pages";
import { recordAccountView } from "#lib/server/ledger/account-views";
import { findTransfer } from "#lib/server/ledger/transfers";

export const GET = route("GET /api/transfers/[id]", async ({ params, actor }) => {
  const transfer = await findTransfer(String(params.id));
  await recordAccountView(transfer, actor);
  noteOpenPage(transfer.id);
  return { body: transfer };
});
