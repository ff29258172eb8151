import "server-only";
import { SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from "kysely";

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

const mostPrepared = 500;

/** A database that prepares each statement once: a server says the same few hundred again and again. */
export function preparedOnce(database: Pick<SqliteDatabase, "prepare" | "close">): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  const prepare = (text: string): SqliteStatement => {
    const statement = database.prepare(text);
    return {
      reader: statement.reader,
      all: (parameters) => statement.all(parameters),
      run: (parameters) => statement.run(parameters),
      // Rows that are read one by one must not share their place with another reading of the same text.
      iterate: (parameters) => database.prepare(text).iterate(parameters),
    };
  };
  return {
    close: () => database.close(),
    prepare: (text) => {
      if (prepared.size > mostPrepared) prepared.clear();
      const statement = prepared.get(text) ?? prepare(text);
      prepared.set(text, statement);
      return statement;
    },
  };
}
