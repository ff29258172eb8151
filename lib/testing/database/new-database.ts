import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { makeFile, makeFolder } from "#lib/secret/own-files";
import type { DatabaseSetting } from "#lib/server/config/database-setting";
import { openDatabase } from "#lib/server/database/db";
import { settingOf } from "./database-setting";
import { administer } from "./postgres-admin";

/** A database that nobody else uses. */
export type TestDatabase = { url: string; setting: DatabaseSetting; drop: () => Promise<void> };

/** The database of a PostgreSQL server that has every migration and no data. */
const migrated = "migrated";

/** A new, empty database on a PostgreSQL server, by the URL of its administrator. */
export async function newPostgresDatabase(server: string): Promise<TestDatabase> {
  return createDatabase(server, `test_${randomUUID().replaceAll("-", "")}`, "template1");
}

/** Migrates a database once, for `copyMigratedDatabase`: a copy costs a tenth of the migrations. */
export async function makeMigratedDatabase(server: string): Promise<void> {
  const { setting } = await createDatabase(server, migrated, "template1");
  await (await openDatabase(setting)).destroy();
}

/** A new database with every migration, on a PostgreSQL server where `makeMigratedDatabase` was called. */
export async function copyMigratedDatabase(server: string): Promise<TestDatabase> {
  return createDatabase(server, `test_${randomUUID().replaceAll("-", "")}`, migrated);
}

/** Puts a ledger with every migration and no data where there is no file yet. A copy costs half of the migrations. */
export async function copyMigratedFile(file: string): Promise<void> {
  const bytes = await (migratedBytes ?? migrateFile());
  makeFolder(dirname(file));
  makeFile(file);
  writeFileSync(file, bytes);
}

/** Of this process, whose code made it. */
let migratedBytes: Promise<Buffer> | undefined;

function migrateFile(): Promise<Buffer> {
  const make = async () => {
    const folder = mkdtempSync(join(tmpdir(), "migrated-"));
    const file = join(folder, "dashboard.db");
    // Its last connection leaves all of it in the one file.
    await (await openDatabase(settingOf(`file:${file}`))).destroy();
    const bytes = readFileSync(file);
    rmSync(folder, { recursive: true, force: true });
    return bytes;
  };
  migratedBytes = make();
  return migratedBytes;
}

async function createDatabase(server: string, name: string, template: string): Promise<TestDatabase> {
  await administer(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = async () => void (await administer(server, `drop database ${name} with (force)`));
  return { ...describeDatabase(url.href), drop };
}

/** A database by its URL, which nobody has to throw away. */
export function describeDatabase(url: string): TestDatabase {
  return { url, setting: settingOf(url), drop: async () => undefined };
}
