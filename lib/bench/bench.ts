import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seedLedger } from "#lib/bench/seed/seed";
import { benchTelling } from "#lib/bench/telling/telling";
import { openDatabase } from "#lib/server/database/db";
import { settingOf } from "#lib/testing/database/database-setting";
import { newPostgresDatabase } from "#lib/testing/database/new-database";
import { startPostgres, type TestPostgres } from "#lib/testing/database/postgres";
import { benchPages } from "./pages";
import { benchProxying } from "./proxying";
import { benchReads } from "./reads";
import { benchWatching } from "./watching";
import { benchCallbacks, benchExport, benchSubmissions, callbackTransfers } from "./writes";

/**
 * `npm run bench`: what the dashboard costs, beside what it could cost at the least, measured in one run and in turns,
 * on loopback alone. `--only a,b` runs parts: a the calls that pass through, b reads of a large ledger, c callbacks,
 * d submissions, e start and memory (with d), f the export, g the pages, h the looks at deposit addresses, i webhooks. `--rows` says how large (default 1000000), `--engine` which database.
 * It needs a production build (`npm start` makes one).
 */
const small = 10_000;
const option = (name: string) => {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? undefined : process.argv[at + 1];
};
const parts = new Set((option("only") ?? "a,b,c,d,e,f,g,h,i").split(","));
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
  const needsLarge = parts.has("b") || parts.has("f");
  const few = parts.has("b") ? await seededDatabase(engine, small) : "";
  const many = needsLarge ? await seededDatabase(engine, large) : "";
  if (parts.has("b")) await benchReads(engine, { small: few, large: many }, print);
  if (parts.has("f")) await benchExport(engine, many, print);
  if (parts.has("c")) await benchCallbacks(engine, await seededDatabase(engine, callbackTransfers), print);
  if (parts.has("g")) await benchPages(await seededDatabase(engine, small), print);
  if (parts.has("h")) await benchWatching(engine, await seededDatabase(engine, callbackTransfers), print);
  if (parts.has("i")) await benchTelling(engine, await emptyDatabase(engine), print);
  if (parts.has("d") || parts.has("e")) await benchSubmissions(engine, await emptyDatabase(engine), print);
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
  // To be covered while it is measured would be measured as well.
  const ledger = await openDatabase(settingOf(url));
  await ledger.deleteFrom("uncovered").execute();
  await ledger.destroy();
  print(`${engine}: ${count} transfers made up in ${Math.round((Date.now() - start) / 1000)} s`);
  return url;
}
