import { ResolutionInput } from "#lib/contract/records";
import { resolveTransfer } from "#lib/server/resolution";
import { route } from "#lib/server/route";

export const POST = route(
  { may: "resolve", isConfirmed: true, body: () => ResolutionInput },
  async ({ body, params, actor }) => ({
    body: await resolveTransfer(String(params.id), body, actor),
  }),
);
