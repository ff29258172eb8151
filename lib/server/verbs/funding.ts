import type { Verbs } from "#lib/server/api/route";
import { askFunding } from "#lib/server/funding/ask-funding";
import { answerFunding, closeFunding } from "#lib/server/funding/end-funding";
import { openPayLink } from "#lib/server/funding/open-pay-link";
import { endPayLink, makePayLink } from "#lib/server/funding/pay-links";
import { readIdempotencyKey } from "#lib/server/http/idempotency-key";
import { ownOrigin } from "#lib/server/http/request-origin";

export const fundingVerbs = {
  "GET /api/pay/[token]": async ({ params, from, request }) => ({
    body: await openPayLink(params.token, { from, host: new URL(request.url).host }),
    headers: { "x-robots-tag": "noindex", "referrer-policy": "no-referrer" },
  }),
  "POST /api/transfers/[id]/fundings/[fid]/answer": async ({ body, params, actor }) => ({
    body: await answerFunding(params.id, params.fid, body, actor),
  }),
  "POST /api/transfers/[id]/fundings/[fid]/close": async ({ body, params, actor }) => ({
    body: await closeFunding(params.id, params.fid, body, actor),
  }),
  "POST /api/transfers/[id]/fundings": async ({ body, params, request, actor }) => {
    const { terms, isNew } = await askFunding(params.id, readIdempotencyKey(request), body, actor);
    return { body: terms, status: isNew ? 201 : 200 };
  },
  "POST /api/transfers/[id]/pay-link": async ({ body, params, actor, request }) => ({
    body: await makePayLink(params.id, body, { actor, origin: ownOrigin(request) }),
    status: 201,
  }),
  "DELETE /api/transfers/[id]/pay-link": async ({ params, actor }) => {
    await endPayLink(params.id, actor);
    return { body: { isDone: true } };
  },
} satisfies Partial<Verbs>;
