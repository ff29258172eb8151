import "server-only";
import type { CompiledQuery, QueryResult } from "kysely";
import type Database from "libsql";

/**
 * Invariant: whatever failed, the next one gets a connection that is in no transaction and has nothing unfinished. libsql
 * leaves a statement unfinished that found the database locked, and nothing that is written after it is committed. So the
 * lock is taken first, by what leaves nothing behind; a connection that may be spoilt all the same is given up for another.
 */

/** What is used of libsql. */
export type Engine = Pick<Database.Database, "exec" | "close" | "inTransaction"> & {
  prepare: (text: string) => Statement;
};
type Statement = {
  reader: boolean;
  all: (parameters: readonly unknown[]) => unknown[];
  run: (parameters: readonly unknown[]) => { changes: number; lastInsertRowid: number | bigint };
};

const mostPrepared = 500;
const writing = /^\s*(insert|update|delete|replace|create|drop|alter|with)\b/i;
const spoiling = /^SQLITE_(BUSY|LOCKED|IOERR|CORRUPT|NOTADB|CANTOPEN|PROTOCOL|NOMEM|MISUSE)/;

/** Whether another program, or another connection, held the database. Nothing was written then. */
export function isLocked(error: unknown): boolean {
  return error instanceof Error && /^database (table )?is locked/.test(error.message);
}

/** The connection of a handle. It prepares each statement once: a server says the same few hundred again and again. */
export class SqliteConnection {
  #engine: Engine | undefined;
  readonly #reopen: (() => Engine) | undefined;
  readonly #prepared = new Map<string, Statement>();
  #isBegun = false;
  #isSpoilt = false;

  /** `reopen` opens the same database once more; it is left out where there is no second way to it. */
  constructor(engine: Engine, reopen?: () => Engine) {
    this.#engine = engine;
    this.#reopen = reopen;
  }

  get isInTransaction(): boolean {
    return this.#isBegun;
  }

  /** Begins a transaction, with the lock of who writes or without one. Throws at once where somebody else holds it. */
  begin(isReadOnly: boolean): void {
    this.#use().exec(isReadOnly ? "begin" : "begin immediate");
    this.#isBegun = true;
  }

  /** Throws where nothing was kept. */
  commit(): void {
    try {
      this.#use().exec("commit");
      this.#isBegun = false;
    } catch (error) {
      this.#isSpoilt = true;
      throw error;
    }
  }

  /** SQLite ends a transaction by itself when its disk is full or fails. Who waits is told of that, and not of this. */
  rollback(): void {
    this.#isBegun = false;
    try {
      if (this.#engine?.inTransaction === true) this.#engine.exec("rollback");
    } catch {
      this.#isSpoilt = true;
    }
  }

  /** Whether a statement has to have the lock first: one that may write, by itself. */
  needsLock({ query, sql }: CompiledQuery): boolean {
    if (this.#isBegun || query.kind === "SelectQueryNode") return false;
    return query.kind !== "RawNode" || writing.test(sql);
  }

  /** Runs a statement: in the transaction that was begun, else whole by itself. */
  run<Row>(query: CompiledQuery): QueryResult<Row> {
    if (!this.needsLock(query)) return this.#run<Row>(query);
    this.begin(false);
    try {
      const result = this.#run<Row>(query);
      this.commit();
      return result;
    } finally {
      this.rollback();
    }
  }

  /** Ends what is unfinished, and takes another connection where this one may be spoilt. */
  settle(): void {
    this.rollback();
    const isStuck = this.#engine?.inTransaction === true;
    if (this.#reopen === undefined || !(this.#isSpoilt || isStuck)) return;
    try {
      // First the new one: SQLite takes its other files away with the last connection, and a full disk has no room for them.
      this.#replace(this.#reopen());
    } catch {
      // It can still be read, unless it is stuck; the next one who settles tries again.
      if (isStuck) this.#replace(undefined);
    }
  }

  close(): void {
    this.rollback();
    this.#replace(undefined);
  }

  #replace(engine: Engine | undefined): void {
    const before = this.#engine;
    this.#engine = engine;
    this.#prepared.clear();
    this.#isSpoilt = false;
    before?.close();
  }

  #use(): Engine {
    this.#engine ??= this.#reopen?.();
    if (this.#engine === undefined) throw new Error("The database was closed.");
    return this.#engine;
  }

  #run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const engine = this.#use();
    // What belongs to a transaction is never written by itself.
    if (this.#isBegun && !engine.inTransaction) throw new Error("SQLite has ended the transaction.");
    try {
      const statement = this.#prepare(engine, sql);
      if (statement.reader) return { rows: statement.all(parameters) as Row[] };
      const { changes, lastInsertRowid } = statement.run(parameters);
      return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
    } catch (error) {
      if (error instanceof Error && "code" in error && spoiling.test(String(error.code)))
        this.#isSpoilt = true;
      throw error;
    }
  }

  #prepare(engine: Engine, text: string): Statement {
    if (this.#prepared.size > mostPrepared) this.#prepared.clear();
    const known = this.#prepared.get(text);
    if (known !== undefined) return known;
    const statement = engine.prepare(text);
    // Whether it gives rows is asked of libsql once.
    const { reader } = statement;
    const kept: Statement = {
      reader,
      all: (parameters) => statement.all(parameters),
      run: (parameters) => statement.run(parameters),
    };
    this.#prepared.set(text, kept);
    return kept;
  }
}
