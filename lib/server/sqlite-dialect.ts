import "server-only";
import {
  type DatabaseConnection,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from "kysely";
import type { OfEngine } from "./engine";

/**
 * Invariant: a migration is whole or absent. SQLite can change a schema inside a transaction, which Kysely does not take
 * for granted. Of several servers that migrate at once one commits; the others find the database locked and try again.
 */
class TransactionalAdapter extends SqliteAdapter implements OfEngine {
  readonly engine = "sqlite";

  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** SQLite ends a transaction by itself when its disk is full or fails: who waits is told of that, and not of what came after. */
class FrankDriver extends SqliteDriver {
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch (error) {
      if (!(error instanceof Error && error.message.includes("no transaction is active"))) throw error;
    }
  }
}

/** Kysely's own dialect for SQLite, with migrations in a transaction and failures that keep their cause. */
export class TransactionalSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new FrankDriver(this.#config);
  }

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
