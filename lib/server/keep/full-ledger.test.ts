import "#lib/features/all/index";
import { join } from "node:path";
import { expect, inject, it, onTestFinished } from "vitest";
import { attachDatabase, openDatabase } from "#lib/server/database/db";
import type { Db } from "#lib/server/tables/schema";
import { newSharedDatabase } from "#lib/testing/database/database";
import { describeDatabase, newPostgresDatabase, type TestDatabase } from "#lib/testing/database/new-database";
import { fillEveryTable, readRows } from "#lib/testing/ledger/forgery/full-ledger";
import { describeTables, type TableShape } from "#lib/testing/ledger/forgery/table-shapes";
import { temporaryFolder } from "#lib/testing/temporary-folder";
import { writeBackup } from "./backup";
import { moveToPostgres } from "./move-ledger";
import { restoreBackup } from "./restore";

/** A restore or a move writes these itself. */
const written = new Set(["audit_head", "database_server"]);

async function within<Result>({ setting }: TestDatabase, work: (ledger: Db) => Promise<Result>) {
  const ledger = await attachDatabase(setting);
  return work(ledger).finally(() => ledger.destroy());
}

/** A migrated database in which every table is full, with the numbers that fit wherever it is copied to. */
async function fullLedger(database: TestDatabase, like?: readonly TableShape[]) {
  const ledger = await openDatabase(database.setting);
  const shapes = like ?? (await describeTables(ledger));
  await fillEveryTable(ledger, shapes);
  // More than a page with one first half of the key: numbers must be compared as numbers.
  const tries = Array.from({ length: 450 }, (_, n) => ({ delivery_seq: 7, n, at: "", ms: n }));
  await ledger
    .insertInto("delivery_attempts")
    .values(tries.map((each) => ({ ...each, status: null, code: null })))
    .execute();
  await ledger.destroy();
  return shapes;
}

/** The rows of both, table by table. No list is empty. */
async function expectSame(shapes: readonly TableShape[], one: TestDatabase, other: TestDatabase) {
  for (const shape of shapes) {
    const [before, after] = [
      await within(one, (ledger) => readRows(ledger, shape)),
      await within(other, (ledger) => readRows(ledger, shape)),
    ];
    expect(before.length, shape.name).toBeGreaterThan(9);
    if (shape.name === "audit_log") expect(after).toEqual(expect.arrayContaining(before));
    else if (!written.has(shape.name)) expect(after, shape.name).toEqual(before);
  }
}

const fileOf = (name: string) => describeDatabase(`file:${join(temporaryFolder(), name)}`);
const lasting = (shapes: readonly TableShape[]) => shapes.filter(({ isPassing }) => !isPassing);

it("every table and every kind of value is in a backup, and in a ledger that it is restored to", async () => {
  const database = await newSharedDatabase();
  const shapes = await fullLedger(database);
  const backup = fileOf("monday.db");
  if (backup.setting.kind !== "sqlite") throw new Error("A backup is a file.");
  await writeBackup(database.setting, backup.setting.file);
  await expectSame(lasting(shapes), database, backup);
  for (const target of [await newSharedDatabase(), fileOf("restored.db")]) {
    await restoreBackup(target.setting, backup.setting.file, false);
    await expectSame(lasting(shapes), database, target);
  }
});

const server: string | undefined = inject("postgres");

it.skipIf(server === undefined)("every table and every kind of value is moved to PostgreSQL", async () => {
  const target = await newPostgresDatabase(server ?? "");
  onTestFinished(target.drop);
  const opened = await openDatabase(target.setting);
  const like = await describeTables(opened);
  await opened.destroy();
  const source = fileOf("dashboard.db");
  await fullLedger(source, like);
  if (source.setting.kind !== "sqlite" || target.setting.kind !== "postgres") throw new Error("No move.");
  const { keptAside } = await moveToPostgres(source.setting, target.setting);
  await expectSame(like, describeDatabase(`file:${keptAside}`), target);
});
