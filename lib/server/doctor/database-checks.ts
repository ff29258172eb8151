import {
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { sql } from "kysely";
import type { DatabaseSetting } from "#lib/server/config/database-setting";
import { env } from "#lib/server/config/env";
import { openSecret } from "#lib/server/credentials/bound-secret";
import { hasAuthSecret } from "#lib/server/credentials/secret";
import { readServer } from "#lib/server/database/database-server";
import { attachDatabase } from "#lib/server/database/db";
import { refuseLostFile, refuseOtherLedger } from "#lib/server/database/ledger-identity";
import { migrationOf, newestMigration } from "#lib/server/database/migrations/migrate";
import { refuseUnusableSchema } from "#lib/server/database/postgres/postgres-schema";
import { adviceOn } from "#lib/server/database/postgres/postgres-server";
import { refuseTransactionPooling } from "#lib/server/database/postgres/postgres-session";
import { isHeld, mayLackTransfers } from "#lib/server/hold/transfer-hold";
import { clockFault, databaseTime, idleFault, timingOf } from "#lib/server/tables/database-clock";
import type { Db } from "#lib/server/tables/schema";
import { examineLedger } from "#lib/server/verify/examine-ledger";
import { holdWords } from "#lib/words/hold-words";
import { checkBulk } from "./bulk-checks";
import { checkControls } from "./control-checks";
import { bad, type Finding, type Findings, failed, ok, warn } from "./finding";
import { checkFigures } from "./insight-checks";
import { checkWebhooks } from "./webhook-checks";
import { writeFinding } from "./write-check";

/**
 * Invariant: only looks at the ledger while others use it. It writes one row beside it, which shows whether writing works.
 */

const leastFreeBytes = 1_000_000_000;
/** Beyond half a minute second factors are refused as well. */
const badClockMs = 30_000;
const slowSyncMs = 50;
const syncs = 10;

export async function* checkDatabase(): Findings {
  const { database } = env();
  let ledger: Db | undefined;
  try {
    refuseLostFile(database);
    if (database.kind === "sqlite" && statSync(database.file, { throwIfNoEntry: false }) === undefined) {
      yield warn("database", `There is no ledger at ${database.file} yet. The first start makes one.`);
      return;
    }
    ledger = await attachDatabase(database);
    if (database.kind === "sqlite") yield* checkFile(database.file, ledger);
    else yield* checkServer(ledger);
    yield* checkLedger(database, ledger);
  } catch (error) {
    yield* failed("database", error);
  } finally {
    await ledger?.destroy();
  }
}

async function* checkFile(file: string, ledger: Db): Findings {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check`.execute(ledger);
  yield rows[0]?.quick_check === "ok"
    ? ok("database", `${file} is sound.`)
    : bad(
        "database",
        `${file} is damaged. Stop the dashboard and restore a backup (npm run restore -- FILE).`,
      );
  const others = statSync(file).mode & 0o077;
  if (others !== 0) yield bad("database", `Others on this machine may open ${file}. Run: chmod 600 ${file}`);
  const folder = dirname(resolve(file));
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const gigabytes = `${(free / 1e9).toFixed(1)} GB are free`;
  yield free < leastFreeBytes
    ? warn("disk", `${gigabytes}. When the disk is full, no transfer can be created. Make room.`)
    : ok("disk", `${gigabytes}.`);
  try {
    yield syncFinding(folder);
  } catch (error) {
    // Whether transfers can be written is judged by writing one row, whatever this says.
    yield* failed("disk", error);
  }
}

/** Every transfer waits for a few commits, and each of those for the disk. */
function syncFinding(folder: string): Finding {
  const own = mkdtempSync(join(folder, ".doctor-"));
  try {
    const file = openSync(join(own, "sync"), "w", 0o600);
    const startedAt = performance.now();
    for (let at = 0; at < syncs; at++) {
      writeSync(file, "x".repeat(4_096));
      fsyncSync(file);
    }
    const ms = (performance.now() - startedAt) / syncs;
    closeSync(file);
    const text = `A commit reaches the disk in ${ms.toFixed(ms < 1 ? 2 : 0)} ms (journal WAL, synchronous FULL).`;
    return ms > slowSyncMs ? warn("disk", `${text} That is slow: transfers wait for it.`) : ok("disk", text);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/** The connection itself has already refused an unsafe server. */
async function* checkServer(ledger: Db): Findings {
  await refuseTransactionPooling(ledger);
  const startedAt = performance.now();
  const { rows } = await sql<{ version: string; free: number }>`
    select current_setting('server_version') as version,
      current_setting('max_connections')::int - (select count(*)::int from pg_stat_activity
        where backend_type = 'client backend') as free`.execute(ledger);
  const ms = Math.round(performance.now() - startedAt);
  const { version = "", free = 0 } = rows[0] ?? {};
  yield ok(
    "database",
    `PostgreSQL ${version} answers in ${ms} ms, and keeps what it commits (fsync and full_page_writes are on, synchronous_commit is not off).`,
  );
  for (const advice of await adviceOn(ledger)) yield warn("database", advice);
  if (free < 12)
    yield warn(
      "database",
      `PostgreSQL has ${free} connections left, and each server of the dashboard takes 12. Raise max_connections.`,
    );
  const timing = await timingOf(ledger);
  const clock = clockFault(timing);
  if (clock === undefined) yield ok("clock", "It agrees with PostgreSQL's clock.");
  else yield Math.abs(timing.aheadMs) > badClockMs ? bad("clock", clock) : warn("clock", clock);
  const idle = idleFault(timing);
  if (idle !== undefined) yield warn("database", idle);
  await refuseUnusableSchema(ledger);
}

async function* checkLedger(setting: DatabaseSetting, ledger: Db): Findings {
  const migration = await migrationOf(ledger);
  if (migration !== newestMigration()) {
    yield migration === undefined
      ? warn("ledger", "The database is empty. The first start makes a ledger in it.")
      : warn("ledger", "It is of an earlier version. The next start upgrades it: make a backup first.");
    return;
  }
  const writable = await writeFinding(ledger);
  yield writable;
  // Reads could wait as long as the write did.
  if (writable.level === "bad" && setting.kind === "postgres") {
    yield warn("ledger", "It was not checked. Run this again when the database takes writes.");
    return;
  }
  await refuseOtherLedger(setting, ledger);
  const { id, transfers, entries, faults } = await examineLedger(ledger);
  for (const fault of faults) yield bad("ledger", fault);
  if (faults.length === 0)
    yield ok(
      "ledger",
      `Every status and the audit log are intact (transfers: ${transfers}, audit entries: ${entries}).${id === undefined ? "" : ` LEDGER_ID=${id}`}`,
    );
  yield* checkHold(ledger);
  yield* checkFigures(ledger);
  yield* checkSecret(ledger);
  yield* checkWebhooks(ledger);
  yield* checkControls(ledger);
  yield* checkBulk();
}

async function* checkHold(ledger: Db): Findings {
  const server = await readServer(ledger, databaseTime(ledger));
  const { noted } = server;
  if (noted !== undefined && isHeld(noted))
    yield bad(
      "transfers",
      `New transfers have been on hold since ${noted.held_since}: ${holdWords[noted.held_why ?? "another_server"].cause} ${compare}`,
    );
  else if (mayLackTransfers(server))
    yield warn(
      "transfers",
      `This is another database server, or a later timeline, than the dashboard has recorded. The next start puts new transfers on hold, unless every commit waited for a standby. ${compare}`,
    );
}

const compare =
  "Compare the ledger with the offramp service's records; then an admin can allow new transfers on the page Needs attention.";

/** With another secret nobody with a second factor can sign in. */
async function* checkSecret(ledger: Db): Findings {
  const factors = await ledger
    .selectFrom("second_factors")
    .select(["person_id", "encrypted_secret"])
    .execute();
  if (factors.length === 0) return;
  // Asking for a missing secret would make one.
  if (!hasAuthSecret()) {
    yield bad(
      "secret",
      "The file auth-secret beside the database is missing, and AUTH_SECRET is not set: nobody with a second factor can sign in. Put back the one stored with the backup.",
    );
    return;
  }
  let closed = 0;
  for (const { person_id, encrypted_secret } of factors)
    closed += await openSecret(encrypted_secret, "second factor", person_id).then(
      () => 0,
      () => 1,
    );
  if (closed === 0) yield ok("secret", "AUTH_SECRET decrypts the second factors of this ledger.");
  else if (closed === factors.length)
    yield bad(
      "secret",
      "AUTH_SECRET isn't this ledger's: nobody with a second factor can sign in. Set the one stored with the backup.",
    );
  else
    yield bad(
      "secret",
      `AUTH_SECRET decrypts ${factors.length - closed} of ${factors.length} second factors. The others were changed in the database, or are of another AUTH_SECRET: an admin can remove them on the page People.`,
    );
}
