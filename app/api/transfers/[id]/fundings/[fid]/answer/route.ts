import { route } from "#lib/server/api/route";
import { answerFunding } from "#lib/server/funding/end-funding";

export const POST = route(
  "POST /api/transfers/[id]/fundings/[fid]/answer",
  async ({ body, params, actor }) => ({
    body: await answerFunding(String(params.id), String(params.fid), body, actor),
  }),
);
