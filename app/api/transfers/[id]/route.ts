import { route } from "#lib/server/api/route";
import { noteOpenPage } from "#lib/server/chain/open-pages";
import { showTransfer } from "#lib/server/ledger/shown-transfer";

export const GET = route("GET /api/transfers/[id]", async ({ params, actor }) => {
  const transfer = await showTransfer(String(params.id), actor);
  noteOpenPage(transfer.id);
  return { body: transfer };
});
