import { ReleaseInput } from "#lib/contract/records";
import { route } from "#lib/server/api/route";
import { findHold, releaseHold } from "#lib/server/hold/hold-release";

export const POST = route(
  { may: "release_hold", isConfirmed: true, body: () => ReleaseInput },
  async ({ body: { since }, actor }) => {
    await releaseHold(since, actor);
    return { body: { hold: await findHold() } };
  },
);
