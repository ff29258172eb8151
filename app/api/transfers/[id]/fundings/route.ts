import { route } from "#lib/server/api/route";
import { askFunding } from "#lib/server/funding/ask-funding";
import { readIdempotencyKey } from "#lib/server/http/idempotency-key";

export const POST = route("POST /api/transfers/[id]/fundings", async ({ body, params, request, actor }) => {
  const { terms, isNew } = await askFunding(String(params.id), readIdempotencyKey(request), body, actor);
  return { body: terms, status: isNew ? 201 : 200 };
});
