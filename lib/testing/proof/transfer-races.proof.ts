import { expect, it } from "vitest";
import "#lib/testing/database";
import { allPairs } from "#lib/testing/transfer-races/acts";
import { racePairs } from "#lib/testing/transfer-races/run";

const rounds = Number.parseInt(process.env.RACE_ROUNDS || "20", 10);
const seed = Number.parseInt(process.env.RACE_SEED || `${Date.now() % 2 ** 31}`, 10);

it(`races each act on a transfer against every other, ${rounds} times, from seed ${seed}`, async () => {
  const { pairs, races, held, violations } = await racePairs(allPairs(), rounds, seed);
  process.stdout.write(
    `${pairs} pairs, ${races} races, ${held} of them held, ${violations.length} violations\n`,
  );
  expect(violations).toEqual([]);
  expect(held).toBeGreaterThan(races / 4);
}, 3_600_000);
