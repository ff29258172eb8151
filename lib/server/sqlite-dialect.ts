import "server-only";
import { SqliteAdapter, SqliteDialect } from "kysely";

/**
 * Invariant: a migration is whole or absent. SQLite can change a schema inside a transaction, which Kysely does not take
 * for granted. Of several servers that migrate at once one commits; the others find the database locked and try again.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Kysely's own dialect for SQLite, with migrations in a transaction. */
export class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}
