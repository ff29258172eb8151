import { type Kysely, Migrator } from "kysely";
import { ConfigurationError } from "#lib/server/config/env";
import { migrations } from "./migrations";

/** Invariant: a database that this code does not know wholly is not touched. */

/**
 * Brings a database to the newest migration, or to the one named; of several servers at once, one does it and the others
 * wait. Throws {@link ConfigurationError} for a database that a newer version has written.
 */
export async function migrate<Schema>(db: Kysely<Schema>, name?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await (name === undefined ? migrator.migrateToLatest() : migrator.migrateTo(name));
  if (error === undefined) return;
  await refuseUnknown(db).catch((cause: unknown) => {
    throw cause instanceof ConfigurationError ? cause : error;
  });
  throw error;
}

/** The newest migration that a database has; `undefined` for an empty one. Throws for one of a newer version. */
export async function migrationOf<Schema>(db: Kysely<Schema>): Promise<string | undefined> {
  const names = (await db.introspection.getTables({ withInternalKyselyTables: true })).map(
    ({ name }) => name,
  );
  return names.includes("kysely_migration") ? (await refuseUnknown(db)).at(-1) : undefined;
}

/** The newest migration that there is. */
export function newestMigration(): string | undefined {
  return Object.keys(migrations).sort().at(-1);
}

/** What every ledger has that is older than the first release. */
const firstOfDevelopment = "0001_transfers";

async function refuseUnknown<Schema>(db: Kysely<Schema>): Promise<string[]> {
  const done = await migrationsOf(db);
  const unknown = done.filter((each) => !(each in migrations));
  if (unknown.length === 0) return done;
  const newest = done.at(-1) ?? "";
  if (done.includes(firstOfDevelopment))
    throw new ConfigurationError([
      `This database was made by a development version of this dashboard (it has ${newest}), before its first release. There is no way to take it over: set another DATABASE_URL, or start the version that made it.`,
    ]);
  throw new ConfigurationError([
    `The database was written by a newer version of this dashboard (it has ${unknown.join(", ")}). Start that version, or restore a backup from before it.`,
  ]);
}

async function migrationsOf<Schema>(db: Kysely<Schema>): Promise<string[]> {
  const done = await (db as unknown as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom("kysely_migration")
    .select("name")
    .orderBy("name")
    .execute();
  return done.map(({ name }) => name);
}
