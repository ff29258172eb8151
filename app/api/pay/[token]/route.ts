import { route } from "#lib/server/api/route";
import { openPayLink } from "#lib/server/funding/open-pay-link";

export const GET = route("GET /api/pay/[token]", async ({ params, from, request }) => ({
  body: await openPayLink(String(params.token), { from, host: new URL(request.url).host }),
  headers: { "x-robots-tag": "noindex", "referrer-policy": "no-referrer" },
}));
