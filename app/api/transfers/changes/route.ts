import { route } from "#lib/server/api/route";
import { asListed } from "#lib/server/ledger/account-views";
import { findChanges } from "#lib/server/search/transfer-changes";

export const GET = route("GET /api/transfers/changes", async ({ query }) => {
  const { items, ...newer } = await findChanges(query);
  return { body: { items: items.map(asListed), ...newer } };
});
