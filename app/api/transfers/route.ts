import { transferInput } from "#lib/contract/api";
import { TransferListInput } from "#lib/contract/transfer-list";
import { withoutAccountNumber } from "#lib/server/account-views";
import { direct } from "#lib/server/direct";
import { inputRules } from "#lib/server/env";
import { readIdempotencyKey } from "#lib/server/idempotency-key";
import { route } from "#lib/server/route";
import { submitTransfer } from "#lib/server/submit-transfer";
import { listTransfers } from "#lib/server/transfers";

export const GET = route({ may: "read", query: TransferListInput }, async ({ query }) => {
  const { items, ...page } = await listTransfers(query);
  return { body: { items: items.map(withoutAccountNumber), ...page } };
});

export const POST = direct(
  "POST /api/transfers",
  route(
    { may: "create", quota: "submit", body: () => transferInput(inputRules()) },
    async ({ body, request, actor }) => {
      const { transfer, isNew } = await submitTransfer(readIdempotencyKey(request), body, actor);
      const status = isNew ? 201 : 200;
      return { body: transfer, status, headers: { location: `/api/transfers/${transfer.id}` } };
    },
  ),
);
