import { route } from "#lib/server/api/route";
import { readIdempotencyKey } from "#lib/server/http/idempotency-key";
import { asListed } from "#lib/server/ledger/account-views";
import { listTransfers } from "#lib/server/search/list-transfers";
import { submitTransfer } from "#lib/server/submission/submit-transfer";

export const GET = route("GET /api/transfers", async ({ query }) => {
  const { items, ...page } = await listTransfers(query);
  return { body: { items: items.map(asListed), ...page } };
});

export const POST = route("POST /api/transfers", async ({ body, request, actor }) => {
  const { transfer, isNew } = await submitTransfer(readIdempotencyKey(request), body, actor);
  const status = isNew ? 201 : 200;
  return { body: transfer, status, headers: { location: `/api/transfers/${transfer.id}` } };
});
