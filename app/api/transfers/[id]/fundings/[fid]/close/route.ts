import { route } from "#lib/server/api/route";
import { closeFunding } from "#lib/server/funding/end-funding";

export const POST = route(
  "POST /api/transfers/[id]/fundings/[fid]/close",
  async ({ body, params, actor }) => ({
    body: await closeFunding(String(params.id), String(params.fid), body, actor),
  }),
);
