import { expect, it } from "vitest";
import "#lib/testing/database/database";
import type { ActName } from "#lib/proof/transfer-races/acts";
import type { Stage } from "#lib/proof/transfer-races/contest";
import { type Race, runRaces } from "#lib/proof/transfer-races/run";

/** Those that wrote over each other once, and where the first was held between what it had read and what it wrote. */
const races: Race[] = [
  ...meeting("entered", "callback of its own", "lost"),
  ...meeting("entered", "answered yes", "lost", [8, 10, 12]),
  ...meeting("entered", "entered otherwise", "lost"),
  ...meeting("answered yes", "callback of another", "lost"),
  ...meeting("closed as absent", "answered yes", "lost"),
  ...meeting("closed as absent", "callback", "lost"),
  ...meeting("replaced", "callback", "lost"),
  ...meeting("replaced", "disabled", "lost"),
  ...meeting("entered", "lowered", "lost"),
  ...meeting("note", "signed out", "accepted"),
  ...meeting("wallet asked", "deposit seen", "accepted"),
  ...meeting("handled with others", "callback", "accepted"),
];

function meeting(first: ActName, second: ActName, stage: Stage, steps = [9]): Race[] {
  return steps.map((holdAt) => ({ pair: [first, second], stage, holdAt }));
}

it("lets no act on a transfer write over another", async () => {
  const { violations } = await runRaces(races);
  expect(violations).toEqual([]);
});
