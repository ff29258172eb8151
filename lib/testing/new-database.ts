import { randomUUID } from "node:crypto";
import type { DatabaseSetting } from "#lib/server/database-setting";
import { settingOf } from "./database-setting";
import { administer } from "./postgres-admin";

/** A database that nobody else uses. */
export type TestDatabase = { url: string; setting: DatabaseSetting; drop: () => Promise<void> };

/** A new database on a PostgreSQL server, by the URL of its administrator. */
export async function newPostgresDatabase(server: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = async () => void (await administer(server, `drop database ${name} with (force)`));
  return { ...describeDatabase(url.href), drop };
}

/** A database by its URL, which nobody has to throw away. */
export function describeDatabase(url: string): TestDatabase {
  return { url, setting: settingOf(url), drop: async () => undefined };
}
