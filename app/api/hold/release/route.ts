import { ReleaseInput } from "#lib/contract/records";
import { findHold, releaseHold } from "#lib/server/hold-release";
import { route } from "#lib/server/route";

export const POST = route(
  { may: "release_hold", isConfirmed: true, body: () => ReleaseInput },
  async ({ body: { since }, actor }) => {
    await releaseHold(since, actor);
    return { body: { hold: await findHold() } };
  },
);
