import { TransferListInput, transferInput } from "#lib/contract/api";
import { inputRules } from "#lib/server/env";
import { readIdempotencyKey } from "#lib/server/idempotency-key";
import { route } from "#lib/server/route";
import { submitTransfer } from "#lib/server/submit-transfer";
import { listTransfers } from "#lib/server/transfers";

export const GET = route({ query: TransferListInput }, async ({ query }) => ({
  body: await listTransfers(query),
}));

export const POST = route({ body: () => transferInput(inputRules()) }, async ({ body, request }) => {
  const { transfer, isNew } = await submitTransfer(readIdempotencyKey(request), body);
  const status = isNew ? 201 : 200;
  return { body: transfer, status, headers: { location: `/api/transfers/${transfer.id}` } };
});
