import "server-only";
import { type Kysely, Migrator } from "kysely";
import { ConfigurationError } from "./env";
import { migrations } from "./migrations";

/** Invariant: a database that this code does not know wholly is not touched. */

/**
 * Brings a database to the newest migration; of several servers at once, one does it and the others wait.
 * Throws {@link ConfigurationError} for a database that a newer version has written.
 */
export async function migrate<Schema>(db: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const unknown = await unknownMigrations(db).catch(() => []);
  if (unknown.length === 0) throw error;
  throw new ConfigurationError([
    `The database was written by a newer version of this dashboard (it has ${unknown.join(", ")}). Start that version, or restore a backup from before it.`,
  ]);
}

async function unknownMigrations<Schema>(db: Kysely<Schema>): Promise<string[]> {
  const done = await (db as unknown as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom("kysely_migration")
    .select("name")
    .orderBy("name")
    .execute();
  return done.map(({ name }) => name).filter((name) => !(name in migrations));
}
