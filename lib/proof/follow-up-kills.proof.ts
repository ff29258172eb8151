import "#lib/features/all/index";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { randomFrom } from "#lib/bench/seed/random";
import { readCounting } from "#lib/features/insight/server/counting";
import { countAgain } from "#lib/features/insight/server/take-happenings";
import { verifyTotals } from "#lib/features/insight/server/verify-totals";
import { openDatabase } from "#lib/server/database/db";
import { inSnapshot } from "#lib/server/database/snapshot";
import { followUp } from "#lib/server/follow-up/follow-up";
import type { Db } from "#lib/server/tables/schema";
import { newSharedDatabase } from "#lib/testing/database/database";
import { insertTransfers, liveOn, randomTransfer } from "#lib/testing/ledger/random-lives";
import { root } from "#lib/testing/servers/server-process";
import { ownerVariables } from "#lib/testing/sign-in/owner";

const kills = 44;
const oldTransfers = 4_000;
const roundsPerCount = 6;
const zone = "Africa/Lagos";
/** Each snapshot is of another moment between two kills. */
const longestLifeMs = 900;

it(`counts nothing twice and loses nothing while two workers are killed ${kills} times under load`, async () => {
  const database = await newSharedDatabase();
  const ledger = await openDatabase(database.setting);
  const random = randomFrom(44);
  const ids = await makeHistory(ledger, random);
  const start = () => startWorker(database.url);
  const workers = [start(), start()];
  let isOver = false;
  const load = liveUntil(ledger, ids, random, () => isOver);
  onTestFinished(async () => {
    isOver = true;
    await load.catch(() => undefined);
    for (const worker of workers) worker.kill("SIGKILL");
    await ledger.destroy();
  });
  const seen = { snapshots: 0, whileHistoryIsCounted: 0, withOpenHappenings: 0 };
  for (let round = 0; round < kills; round++) {
    // History is counted in a few seconds, so it is begun again.
    if (round % roundsPerCount === 0) await countAgain(ledger, zone);
    await sleep(random() * longestLifeMs);
    const at = round % 2;
    const worker = workers[at];
    if (worker !== undefined) {
      worker.kill("SIGKILL");
      await once(worker, "exit");
    }
    await look(ledger, seen);
    workers[at] = start();
    if (round % 3 === 0) await look(ledger, seen);
  }
  isOver = true;
  const steps = await load;
  for (const worker of workers) worker.kill("SIGKILL");
  while (await followUp(ledger, zone));
  await look(ledger, seen);
  process.stdout.write(
    `${kills} kills, ${steps} steps of lives, ${seen.snapshots} snapshots: ${seen.whileHistoryIsCounted} while history was counted, ${seen.withOpenHappenings} with open happenings; 0 wrong\n`,
  );
  expect(seen.whileHistoryIsCounted).toBeGreaterThan(5);
  expect(seen.withOpenHappenings).toBeGreaterThan(20);
});

/** As a restore leaves them: without a happening. */
async function makeHistory(ledger: Db, random: () => number): Promise<string[]> {
  const now = Date.now();
  const rows = Array.from({ length: oldTransfers }, (_, at) =>
    randomTransfer(random, new Date(now - at * 600_000).toISOString()),
  );
  for (let at = 0; at < rows.length; at += 200) await insertTransfers(ledger, rows.slice(at, at + 200));
  await ledger.deleteFrom("happenings").execute();
  return rows.map(({ id }) => id);
}

function startWorker(url: string): ChildProcess {
  const { PATH = "", HOME = "" } = process.env;
  const program = join(root, "lib/proof/follow-up/worker-process.ts");
  return spawn(process.execPath, ["--conditions=react-server", "--import", "tsx", program], {
    cwd: root,
    env: { PATH, HOME, ...ownerVariables, NODE_ENV: "production", DATABASE_URL: url },
    stdio: "inherit",
  });
}

/** Steps of random lives without a rest; returns how many. */
async function liveUntil(
  ledger: Db,
  ids: readonly string[],
  random: () => number,
  isOver: () => boolean,
): Promise<number> {
  let steps = 0;
  while (!isOver()) {
    const some = ids.filter(() => random() < 0.01);
    await liveOn(ledger, some, random);
    steps += some.length;
    await sleep(5);
  }
  return steps;
}

type Seen = { snapshots: number; whileHistoryIsCounted: number; withOpenHappenings: number };

async function look(ledger: Db, seen: Seen): Promise<void> {
  await inSnapshot(ledger, async (trx) => {
    expect(await verifyTotals(trx)).toEqual([]);
    const counting = await readCounting(trx);
    const open = await trx.selectFrom("happenings").select("seq").limit(1).executeTakeFirst();
    seen.snapshots += 1;
    if (counting !== undefined && counting.is_done === 0) seen.whileHistoryIsCounted += 1;
    if (open !== undefined) seen.withOpenHappenings += 1;
  });
}
