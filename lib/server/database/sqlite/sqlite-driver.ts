import { setTimeout } from "node:timers/promises";
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from "kysely";
import { isLocked, type SqliteConnection } from "./sqlite-connection";

/** Invariant: another program's lock never blocks the process: a writer waits aside, with a limit, and readers go on. */

const retryMs = 20;

/** A queue: one at a time has the connection. */
class Turns {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  take(): Promise<void> {
    if (this.#isTaken) return new Promise((resolve) => void this.#waiting.push(resolve));
    this.#isTaken = true;
    return Promise.resolve();
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isTaken = false;
    else next();
  }
}

export class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection;
  readonly #waitMs: number;
  readonly #turns = new Turns();
  /** All that wait for somebody else's lock share one pause, and one of them tries. */
  #pause: Promise<void> | undefined;
  #isDestroyed = false;
  readonly #handle: DatabaseConnection = {
    executeQuery: (query) => this.#execute(query),
    streamQuery: (query) => this.#stream(query),
  };

  constructor(connection: SqliteConnection, waitMs: number) {
    this.#connection = connection;
    this.#waitMs = waitMs;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.take();
    return this.#handle;
  }

  async releaseConnection(): Promise<void> {
    this.#connection.settle();
    this.#turns.give();
  }

  async beginTransaction(
    _connection: DatabaseConnection,
    { accessMode }: TransactionSettings,
  ): Promise<void> {
    const isReadOnly = accessMode === "read only";
    await this.#patiently(!isReadOnly, () => this.#connection.begin(isReadOnly));
  }

  async commitTransaction(): Promise<void> {
    this.#connection.commit();
  }

  async rollbackTransaction(): Promise<void> {
    this.#connection.rollback();
  }

  async destroy(): Promise<void> {
    this.#isDestroyed = true;
    this.#connection.close();
  }

  async #execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const connection = this.#connection;
    if (connection.isInTransaction) return connection.run<Row>(query);
    return this.#patiently(connection.needsLock(query), () => connection.run<Row>(query));
  }

  /** All rows at once: long lists are read in pages. */
  async *#stream<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.#execute<Row>(query);
  }

  /** Tries until no lock refuses it. Others have the connection meanwhile. */
  async #patiently<Result>(needsLock: boolean, attempt: () => Result): Promise<Result> {
    const start = performance.now();
    for (;;) {
      const isLate = performance.now() - start >= this.#waitMs;
      if (this.#pause === undefined || !needsLock || isLate) {
        try {
          return attempt();
        } catch (error) {
          if (!isLocked(error) || isLate) throw error;
          this.#connection.settle();
        }
      }
      this.#pause ??= setTimeout(retryMs).then(() => {
        this.#pause = undefined;
      });
      const pause = this.#pause;
      this.#turns.give();
      await pause;
      await this.#turns.take();
      if (this.#isDestroyed) throw new Error("The database was closed meanwhile.");
    }
  }
}
