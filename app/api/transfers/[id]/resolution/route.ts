import { ResolutionInput } from "#lib/contract/records";
import { route } from "#lib/server/api/route";
import { resolveTransfer } from "#lib/server/ledger/resolution";

export const POST = route(
  { may: "resolve", isConfirmed: true, body: () => ResolutionInput },
  async ({ body, params, actor }) => ({
    body: await resolveTransfer(String(params.id), body, actor),
  }),
);
