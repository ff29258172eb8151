import { SandboxEventInput } from "#lib/contract/records";
import { route } from "#lib/server/route";
import { driveTransfer } from "#lib/server/sandbox-route";

export const POST = route({ body: () => SandboxEventInput }, async ({ body, params }) => ({
  body: await driveTransfer(String(params.id), body.status),
}));
