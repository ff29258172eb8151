import { ResolutionInput } from "#lib/contract/records";
import { resolveTransfer } from "#lib/server/resolution";
import { route } from "#lib/server/route";

export const POST = route({ body: () => ResolutionInput }, async ({ body, params }) => ({
  body: await resolveTransfer(String(params.id), body),
}));
