import { SandboxEventInput } from "#lib/contract/records";
import { route } from "#lib/server/api/route";
import { driveTransfer } from "#lib/server/api/sandbox-route";

export const POST = route(
  { may: "drive", body: () => SandboxEventInput },
  async ({ body, params, actor }) => ({
    body: await driveTransfer(String(params.id), body.status, actor),
  }),
);
