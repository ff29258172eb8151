import "#lib/features/all/index";
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { randomFrom } from "#lib/bench/seed/random";
import type { HoldState } from "#lib/contract/records";
import { appendAudit } from "#lib/server/audit/audit";
import { attachDatabase, openDatabase } from "#lib/server/database/db";
import { lastingTables } from "#lib/server/database/ledger-tables";
import { migrationOf, newestMigration } from "#lib/server/database/migrations/migrate";
import { migrations } from "#lib/server/database/migrations/migrations";
import { judgeServer } from "#lib/server/hold/transfer-hold";
import { appendDeliveries } from "#lib/server/outbox/deliveries";
import type { Db } from "#lib/server/tables/schema";
import { type Examined, examineLedger } from "#lib/server/verify/examine-ledger";
import { entriesOf } from "#lib/testing/database/audit-entries";
import { newSharedDatabase } from "#lib/testing/database/database";
import type { TestDatabase } from "#lib/testing/database/new-database";
import { insertTransfers, randomTransfer } from "#lib/testing/ledger/random-lives";
import { signInTo, spawnInstance } from "#lib/testing/servers/instances";
import { startFaultyService } from "#lib/testing/service/faulty-service";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import { waitingFor } from "#lib/testing/telling/endpoints";
import { temporaryFolder } from "#lib/testing/temporary-folder";
import { writeBackup } from "./backup";
import { endOfAudit } from "./ledger-arrival";
import { restoreBackup } from "./restore";

/** Does something with a database, and closes it. */
async function within<Result>({ setting }: TestDatabase, work: (ledger: Db) => Promise<Result>) {
  const ledger = await attachDatabase(setting);
  return work(ledger).finally(() => ledger.destroy());
}

/** A database with audit entries, a person and a session of theirs. */
async function smallLedger(entries: number): Promise<TestDatabase> {
  const database = await newSharedDatabase();
  const ledger = await openDatabase(database.setting);
  for (const entry of entriesOf(entries))
    await ledger.transaction().execute((trx) => appendAudit(trx, entry));
  await writeSession(ledger, testSecret);
  await ledger.destroy();
  return database;
}

const fileIn = (folder: string) => join(folder, "backups", "monday.db");
const examine = (database: TestDatabase) => within(database, examineLedger);
/** A ledger after a command that has put it elsewhere: its log says so. */
const afterwards = (examined: Examined) => ({ ...examined, entries: examined.entries + 1 });
/** The last entry of an audit log. */
const lastEntry = (database: TestDatabase) =>
  within(database, (ledger) =>
    ledger.selectFrom("audit_log").selectAll().orderBy("seq", "desc").executeTakeFirstOrThrow(),
  );
const count = async (ledger: Db, table: "sessions" | "people" | "happenings" | "deliveries") =>
  (await ledger.selectFrom(table).selectAll().execute()).length;

it("is the ledger at one moment while transfers are made, and restores to one that holds", async () => {
  const service = await startFaultyService();
  onTestFinished(service.close);
  const database = await newSharedDatabase();
  const instance = await spawnInstance(service, database.url, await signInTo(database));
  await instance.answers();
  const statuses: number[] = [];
  const makeTransfer = async () => {
    const amount = `${statuses.length + 1}`;
    statuses.push((await instance.submit(randomUUID(), { amount, confirmAmount: true })).status);
  };
  await makeTransfer();
  await makeTransfer();
  const file = fileIn(temporaryFolder());
  // While it is written, between one table and the next.
  const examined = await writeBackup(database.setting, file, makeTransfer);
  expect(statuses).toEqual(Array.from({ length: 2 + lastingTables.length }, () => 201));
  const { id } = await examine(database);
  // Of each transfer its creation, its claim and its outcome.
  expect(examined).toEqual({ transfers: 2, events: expect.any(Number), entries: 6, faults: [], id });

  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(dirname(file))).toEqual(["monday.db"]);
  const empty = await newSharedDatabase();
  const { keptAside, noted, ...restored } = await restoreBackup(empty.setting, file, false);
  expect(restored).toEqual(examined);
  expect(keptAside).toBeUndefined();
  expect(await examine(empty)).toEqual(afterwards(examined));
  expect(noted).toMatch(/^7:[0-9a-f]{64}$/);
});

it("keeps people and no session: nobody comes in by a door of before", async () => {
  const database = await smallLedger(2);
  const file = fileIn(temporaryFolder());
  await writeBackup(database.setting, file);
  const empty = await newSharedDatabase();
  await restoreBackup(empty.setting, file, false);
  expect(await within(empty, (ledger) => count(ledger, "people"))).toBe(1);
  expect(await within(empty, (ledger) => count(ledger, "sessions"))).toBe(0);
});

it("tells nobody again: neither what happened nor what was still to be told is in it", async () => {
  const database = await smallLedger(1);
  await within(database, async (ledger) => {
    await insertTransfers(ledger, [randomTransfer(randomFrom(4), new Date().toISOString())]);
    await appendDeliveries(ledger, [waitingFor("endpoint", "transfer", 1)]);
  });
  const toTell = (of: TestDatabase) =>
    within(of, (ledger) => Promise.all([count(ledger, "happenings"), count(ledger, "deliveries")]));
  expect(await toTell(database)).toEqual([1, 1]);
  const file = fileIn(temporaryFolder());
  await writeBackup(database.setting, file);
  const empty = await newSharedDatabase();
  await restoreBackup(empty.setting, file, false);
  expect(await toTell(empty)).toEqual([0, 0]);
});

it("is older than what was sent: where it was restored, nothing new is sent until somebody has compared", async () => {
  const service = await startFaultyService();
  onTestFinished(service.close);
  const database = await smallLedger(1);
  await within(database, judgeServer);
  const file = fileIn(temporaryFolder());
  await writeBackup(database.setting, file);
  const empty = await newSharedDatabase();
  await restoreBackup(empty.setting, file, false);
  const instance = await spawnInstance(service, empty.url, await signInTo(empty));
  await instance.answers();
  expect((await instance.submit(randomUUID())).problem.code).toBe("transfers_held");
  expect(service.callsOf("initiate")).toHaveLength(0);
  const state = (await (await instance.ask("GET", "/api/hold")).json()) as HoldState;
  expect(state.hold?.reason).toBe("restored_backup");
});

it("overwrites no file", async () => {
  const database = await smallLedger(1);
  const file = join(temporaryFolder(), "taken");
  writeFileSync(file, "something else");
  await expect(writeBackup(database.setting, file)).rejects.toThrow("exists already");
  expect(readFileSync(file, "utf8")).toBe("something else");
});

it("names the fault of a ledger that was changed, and is written all the same", async () => {
  const database = await smallLedger(3);
  await within(database, (ledger) =>
    ledger.updateTable("audit_log").set({ actor_name: "eve@example.com" }).where("seq", "=", 2).execute(),
  );
  const file = fileIn(temporaryFolder());
  const { faults } = await writeBackup(database.setting, file);
  expect(faults).toEqual([expect.stringMatching(/^Entry 2 was changed/)]);
  expect(existsSync(file)).toBe(true);
});

it("of an earlier version's ledger leaves that as it is, and is brought up where it is restored", async () => {
  const database = await smallLedger(3);
  const earlier = newestMigration();
  migrations["9998_later"] = { up: async () => undefined };
  onTestFinished(() => void delete migrations["9998_later"]);
  const file = fileIn(temporaryFolder());
  await writeBackup(database.setting, file);
  expect(await within(database, migrationOf)).toBe(earlier);
  const empty = await newSharedDatabase();
  expect(await restoreBackup(empty.setting, file, false)).toMatchObject({ entries: 3, faults: [] });
  expect(await examine(empty)).toMatchObject({ entries: 4, faults: [] });
  expect(await within(empty, migrationOf)).toBe(newestMigration());
  await within(empty, judgeServer);
  expect((await lastEntry(empty)).action).toBe("transfers_held");
});

it("of a newer version is not restored", async () => {
  const database = await smallLedger(1);
  const file = fileIn(temporaryFolder());
  await writeBackup(database.setting, file);
  const backup = await attachDatabase({ kind: "sqlite", file });
  await sql`insert into kysely_migration values ('9999_later', '2030-01-01')`.execute(backup);
  await backup.destroy();
  const empty = await newSharedDatabase();
  await expect(restoreBackup(empty.setting, file, false)).rejects.toThrow("newer version");
});

it("takes nobody's place unasked, and then keeps what was there", async () => {
  const [first, second] = [await smallLedger(2), await smallLedger(4)];
  const file = fileIn(temporaryFolder());
  await writeBackup(first.setting, file);
  const before = await examine(second);
  await expect(restoreBackup(second.setting, file, false)).rejects.toThrow("--replace");
  expect(await examine(second)).toEqual(before);

  const { keptAside } = await restoreBackup(second.setting, file, true);
  expect(await examine(second)).toEqual(afterwards(await examine(first)));
  const empty = await newSharedDatabase();
  await restoreBackup(empty.setting, keptAside ?? "", false);
  expect(await examine(empty)).toEqual(afterwards(before));
});

it("says in the log of the ledger where that came from, what came along, and whose place it took", async () => {
  const [first, second] = [await smallLedger(2), await smallLedger(4)];
  const [continues, replaced] = [await within(first, endOfAudit), await within(second, endOfAudit)];
  const file = fileIn(temporaryFolder());
  await writeBackup(first.setting, file);
  const { noted } = await restoreBackup(second.setting, file, true);
  const entry = await lastEntry(second);
  expect(noted).toBe(`${entry.seq}:${entry.hash}`);
  expect(entry).toMatchObject({ seq: 3, action: "ledger_restored", actor_id: null, record_id: null });
  const engine = second.setting.kind === "sqlite" ? "embedded_database" : "postgresql";
  expect(JSON.parse(entry.detail)).toEqual({
    by: "a_command",
    source: "a_backup",
    engine,
    transfers: "0",
    events: "0",
    continues,
    isReplacement: true,
    replaced,
  });
});

it("of a ledger with a fault is restored with it, and the log counts it", async () => {
  const database = await smallLedger(3);
  await within(database, (ledger) =>
    ledger.updateTable("audit_log").set({ actor_name: "eve@example.com" }).where("seq", "=", 2).execute(),
  );
  const file = fileIn(temporaryFolder());
  await writeBackup(database.setting, file);
  const empty = await newSharedDatabase();
  expect((await restoreBackup(empty.setting, file, false)).faults).toHaveLength(1);
  expect((await examine(empty)).faults).toEqual([expect.stringMatching(/^Entry 2 was changed/)]);
  expect(JSON.parse((await lastEntry(empty)).detail)).toMatchObject({ faults: "1" });
});

it("whose log cannot be continued takes no place, and says why", async () => {
  const [first, second] = [await smallLedger(2), await smallLedger(4)];
  await within(first, (ledger) => ledger.deleteFrom("audit_head").execute());
  const file = fileIn(temporaryFolder());
  await writeBackup(first.setting, file);
  const before = await examine(second);
  await expect(restoreBackup(second.setting, file, true)).rejects.toThrow(
    /^Nothing was changed: .+ cannot be continued\. The record of the log’s end was removed/,
  );
  expect(await examine(second)).toEqual(before);
});

it("takes no place under a server that lives", async () => {
  const service = await startFaultyService();
  onTestFinished(service.close);
  const [first, second] = [await smallLedger(2), await smallLedger(4)];
  const file = fileIn(temporaryFolder());
  await writeBackup(first.setting, file);
  await (await spawnInstance(service, second.url)).answers();
  const before = await examine(second);
  await expect(restoreBackup(second.setting, file, true)).rejects.toThrow("Stop");
  expect(await examine(second)).toEqual(before);
});

it("is not made of any file, and such a file changes nothing", async () => {
  const database = await smallLedger(2);
  const file = join(temporaryFolder(), "letter.txt");
  writeFileSync(file, "Dear customer, this is no database. ".repeat(100));
  const before = await examine(database);
  await expect(restoreBackup(database.setting, file, true)).rejects.toThrow();
  await expect(restoreBackup(database.setting, `${file}.nowhere`, true)).rejects.toThrow(
    "There is no backup at",
  );
  expect(await examine(database)).toEqual(before);
});

it("is not made of the draft that a killed backup leaves", async () => {
  const database = await smallLedger(2);
  const before = await examine(database);
  // The tables are there before their rows, which come in one transaction.
  const draft = join(temporaryFolder(), "backup.db");
  await (await openDatabase({ kind: "sqlite", file: draft })).destroy();
  await expect(restoreBackup(database.setting, draft, true)).rejects.toThrow("no finished backup");
  expect(await examine(database)).toEqual(before);
});
