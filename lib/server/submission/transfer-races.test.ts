import { expect, it } from "vitest";
import "#lib/testing/database/database";
import type { ActName } from "#lib/proof/transfer-races/acts";
import { racePairs } from "#lib/proof/transfer-races/run";

/** Those that wrote over each other once, each held between what it has read and what it writes. */
const pairs: [ActName, ActName][] = [
  ["entered", "callback of its own"],
  ["entered", "answered yes"],
  ["entered", "entered otherwise"],
  ["answered yes", "callback of another"],
  ["closed as absent", "answered yes"],
  ["closed as absent", "callback"],
  ["replaced", "callback"],
  ["replaced", "disabled"],
  ["entered", "lowered"],
  ["note", "signed out"],
];
const seed = Date.now() % 2 ** 31;

it(`lets no act on a transfer write over another, from seed ${seed}`, async () => {
  const { violations } = await racePairs(pairs, 1, seed);
  expect(violations).toEqual([]);
});
