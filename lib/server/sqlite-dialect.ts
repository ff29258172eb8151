import "server-only";
import { type Kysely, type MigrationLockOptions, SqliteAdapter, SqliteDialect } from "kysely";

/**
 * Invariant: a migration is whole or absent, and one server at a time runs it. SQLite can change a schema inside a
 * transaction; writing the lock's row first makes every other server wait for the end of it.
 */
class LockingAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  override async acquireMigrationLock(
    db: Kysely<Record<string, { id: string; is_locked: number }>>,
    { lockTable, lockRowId }: MigrationLockOptions,
  ): Promise<void> {
    await db.updateTable(lockTable).set({ is_locked: 1 }).where("id", "=", lockRowId).execute();
  }

  override async releaseMigrationLock(): Promise<void> {
    // The end of the transaction releases it.
  }
}

/** Kysely's own dialect for SQLite, with migrations in a transaction. */
export class LockingSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new LockingAdapter();
  }
}
