import "#lib/features/all/index";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seedLedger } from "#lib/bench/seed/seed";
import { rereadCallbacks } from "#lib/server/callbacks/reread-callbacks";
import { env } from "#lib/server/config/env";
import { openDatabase } from "#lib/server/database/db";
import { followUp } from "#lib/server/follow-up/follow-up";
import { settingOf } from "#lib/testing/database/database-setting";
import { newPostgresDatabase } from "#lib/testing/database/new-database";
import { startPostgres, type TestPostgres } from "#lib/testing/database/postgres";
import { benchWatching } from "./background/watching";
import { benchBatches } from "./bulk/batches";
import { benchQueue } from "./controls/queue";
import { benchCounting } from "./insight/counting";
import { benchPages } from "./pages";
import { benchPresses } from "./presses";
import { benchProxying } from "./proxying";
import { benchReads } from "./reads";
import { benchTelling } from "./telling/telling";
import { benchCallbacks, benchExport, benchSubmissions, callbackTransfers } from "./writes";

/**
 * `npm run bench`: what the dashboard costs, beside what it could cost at the least, measured in one run and in turns,
 * on loopback alone. `--only a,b` runs parts: a the calls that pass through, b reads of a large ledger, c callbacks,
 * d submissions, e start and memory (with d), f the export, g the pages, h the looks at deposit addresses, i the
 * counting and the figures, j webhooks, k presses on links in a browser, l the queue of approvals, m batches and the
 * reading of their tables. `--rows` says how large (default 1000000), `--engine` which database. It needs a production
 * build (`npm start` makes one).
 */
const small = 10_000;
const pressed = 5_000;
const queueTransfers = 100_000;
const option = (name: string) => {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? undefined : process.argv[at + 1];
};
const parts = new Set((option("only") ?? "a,b,c,d,e,f,g,h,i,j,k,l,m").split(","));
const large = Number.parseInt(option("rows") ?? "1000000", 10);
const engines = (option("engine") ?? "sqlite,postgres").split(",");

const folder = mkdtempSync(join(tmpdir(), "offramp-bench-"));
// Run by root, PostgreSQL belongs to a user of its own, who has to come by here.
chmodSync(folder, 0o711);
const print = (line: string) => console.log(line);
let postgres: TestPostgres | undefined;
let made = 0;
try {
  if (parts.has("a")) await benchProxying(await emptyDatabase("sqlite"), print);
  for (const engine of engines) await benchEngine(engine);
} finally {
  await postgres?.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

async function benchEngine(engine: string): Promise<void> {
  const needsLarge = ["b", "f", "i"].some((part) => parts.has(part));
  const few = parts.has("b") ? await seededDatabase(engine, small) : "";
  const many = needsLarge ? await seededDatabase(engine, large) : "";
  if (parts.has("b")) await benchReads(engine, { small: few, large: many }, print);
  if (parts.has("i")) await benchCounting(many, print);
  if (parts.has("l")) await benchQueue(await seededDatabase(engine, queueTransfers), print);
  if (parts.has("m")) await benchBatches(engine, await emptyDatabase(engine), print);
  if (parts.has("f")) {
    await finishOnce(many);
    await benchExport(engine, many, print);
  }
  if (parts.has("c")) await benchCallbacks(engine, await seededDatabase(engine, callbackTransfers), print);
  if (parts.has("g")) {
    const settled = await seededDatabase(engine, small);
    await finishOnce(settled);
    await benchPages(settled, print);
  }
  if (parts.has("k")) {
    const settled = await seededDatabase(engine, pressed);
    await finishOnce(settled);
    await benchPresses(settled, print);
  }
  if (parts.has("h")) await benchWatching(engine, await seededDatabase(engine, callbackTransfers), print);
  if (parts.has("j")) await benchTelling(engine, await emptyDatabase(engine), print);
  if (parts.has("d") || parts.has("e")) await benchSubmissions(engine, await emptyDatabase(engine), print);
}

/** A server reads and counts what an earlier version left once, in the background: that is no part of a page. */
async function finishOnce(url: string): Promise<void> {
  const ledger = await openDatabase(settingOf(url));
  await rereadCallbacks(ledger);
  while (await followUp(ledger, env().timeZone));
  await ledger.destroy();
}

async function emptyDatabase(engine: string): Promise<string> {
  made += 1;
  if (engine === "sqlite") return `file:${join(folder, `${made}.db`)}`;
  postgres ??= await startPostgres({}, folder);
  return (await newPostgresDatabase(postgres.url)).url;
}

async function seededDatabase(engine: string, count: number): Promise<string> {
  const url = await emptyDatabase(engine);
  const start = Date.now();
  await seedLedger(settingOf(url), count);
  print(`${engine}: ${count} transfers made up in ${Math.round((Date.now() - start) / 1000)} s`);
  return url;
}
