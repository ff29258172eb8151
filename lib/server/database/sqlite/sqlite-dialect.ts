import {
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { OfEngine } from "#lib/server/tables/engine";
import { type Engine, SqliteConnection } from "./sqlite-connection";
import { SqliteDriver } from "./sqlite-driver";

/** `reopen` opens the same database again, where that is possible. */
type Opened = {
  engine: Engine;
  reopen?: () => Engine;
  /** In milliseconds, for another program's lock. */
  waitMs?: number;
};

/** Shorter than anybody waits for an answer. */
const defaultWaitMs = 5_000;

/**
 * Invariant: a migration is whole or absent: SQLite can change a schema in a transaction. Of several servers one commits;
 * the others find it locked and try again.
 */
class TransactionalAdapter extends SqliteAdapter implements OfEngine {
  readonly engine = "sqlite";

  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Kysely's SQLite parts around our driver, with migrations in a transaction. */
export class TransactionalSqliteDialect implements Dialect {
  readonly #opened: Opened;

  constructor(opened: Opened) {
    this.#opened = opened;
  }

  createDriver(): Driver {
    const { engine, reopen, waitMs = defaultWaitMs } = this.#opened;
    return new SqliteDriver(new SqliteConnection(engine, reopen), waitMs);
  }

  createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}
