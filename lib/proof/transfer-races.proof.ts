import { expect, it } from "vitest";
import "#lib/testing/database/database";
import { allPairs } from "#lib/proof/transfer-races/acts";
import { type Found, randomRaces, runRaces } from "#lib/proof/transfer-races/run";

const rounds = Number.parseInt(process.env.RACE_ROUNDS || "20", 10);
/** RACE_ONLY keeps the pairs that have one of these acts, such as `wallet,link,deposit`. */
const only = (process.env.RACE_ONLY || "").split(",");
const seed = Number.parseInt(process.env.RACE_SEED || `${Date.now() % 2 ** 31}`, 10);

it(`races each act on a transfer against every other, ${rounds} times, from seed ${seed}`, async () => {
  const say = ({ races, held, violations }: Found) =>
    process.stdout.write(`${races} races, ${held} of them held, ${violations.length} violations\n`);
  const pairs = allPairs().filter((pair) => pair.some((name) => only.some((word) => name.includes(word))));
  const { races, held, violations } = await runRaces(randomRaces(pairs, rounds, seed), say);
  expect(violations).toEqual([]);
  expect(held).toBeGreaterThan(races / 4);
}, 3_600_000);
