import { join } from "node:path";
import { expect, inject, it, onTestFinished } from "vitest";
import { openDatabase } from "#lib/server/database/db";
import { newSharedDatabase } from "#lib/testing/database/database";
import { verifyByCommands } from "#lib/testing/servers/command";
import { root } from "#lib/testing/servers/server-process";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import { temporaryFolder } from "#lib/testing/temporary-folder";
import { openArena } from "./batch-races/arena";
import { cases } from "./batch-races/cases";
import { copyWithout, type removals } from "./batch-races/removed";
import { type Found, runRaces } from "./batch-races/run";
import { startRacedService } from "./batch-races/service";
import { choicesFrom } from "./chaos/random";

/** Two who create, fund or click at once, at two servers on one database. */

const races = Number.parseInt(process.env.BATCH_RACES || "2000", 10);
/** Of one server, or two, without what holds them apart: more than enough to see it. */
const racesWithout = Number.parseInt(process.env.BATCH_RACES_WITHOUT || "24", 10);
const seed = Number.parseInt(process.env.RACE_SEED || `${Date.now() % 2 ** 31}`, 10);
const isPostgres = inject("postgres") !== undefined;

async function race(names: readonly string[], count: number, tree?: string) {
  Object.assign(process.env, { AUTH_SECRET: testSecret });
  const database = await newSharedDatabase();
  const random = choicesFrom(seed);
  const service = await startRacedService(random);
  const ledger = await openDatabase(database.setting);
  onTestFinished(async () => {
    await ledger.destroy();
    await service.close();
  });
  const arena = await openArena({ ledger, service, random }, database.url, tree);
  const found = await runRaces(arena, names, count, (run, faults) =>
    process.stdout.write(`${run} races, ${faults} faults\n`),
  );
  say(found);
  return { ...found, verify: () => verifyByCommands(database.url) };
}

function say({ races: byCase, faults }: Found): void {
  for (const [name, { run, met, broken }] of byCase)
    process.stdout.write(`${name}: ${run} races, ${met} interleaved, ${broken} with a fault\n`);
  process.stdout.write(`${faults.length} faults${faults.length > 0 ? `, such as ${faults[0]}` : ""}\n`);
}

it(`creates and funds each row once in ${races} races, from seed ${seed}`, async () => {
  const { faults, races: byCase, verify } = await race(Object.keys(cases), races);
  expect(faults).toEqual([]);
  expect(await verify()).toMatchObject({ isRight: true });
  for (const [name, { run, met }] of byCase) expect(met, name).toBeGreaterThan(run / 10);
}, 14_400_000);

/** Cases without a lease that runs out on purpose. */
const creating = ["two people press Create", "two tabs", "two servers", "a double click"];
type Without = [name: keyof typeof removals, names: readonly string[], fault: RegExp];
const without: Without[] = [
  ["lease", creating, /was worked on \d+ times/],
  ["key", creating, /was initiated \d+ times/],
];
// On SQLite a transaction that writes has the whole database to itself: no line of ours could be taken out.
if (isPostgres) without.push(["fileLock", ["two funding files", "a file beside a wallet"], /in \d files/]);

it.each(without)(
  "sees what servers without the %s do",
  async (name, names, fault) => {
    const { faults } = await race(
      names,
      racesWithout,
      copyWithout(root, join(temporaryFolder(), "tree"), name),
    );
    expect(faults.filter((text) => fault.test(text)).length).toBeGreaterThan(0);
  },
  1_800_000,
);
