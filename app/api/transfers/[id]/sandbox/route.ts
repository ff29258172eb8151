import { SandboxEventInput } from "#lib/contract/records";
import { route } from "#lib/server/route";
import { driveTransfer } from "#lib/server/sandbox-route";

export const POST = route(
  { may: "drive", body: () => SandboxEventInput },
  async ({ body, params, actor }) => ({
    body: await driveTransfer(String(params.id), body.status, actor),
  }),
);
