import type { CompiledQuery, QueryResult } from "kysely";
import type Database from "libsql";

/**
 * Invariant: after any failure the next user gets a connection without an open transaction or statement. libsql leaves a
 * statement open that found the database locked, and later writes are then lost. So the lock is taken first, and a doubtful
 * connection is replaced.
 */

/** What is used of libsql. */
export type Engine = Pick<Database.Database, "exec" | "close" | "inTransaction"> & {
  prepare: (text: string) => Statement;
};
type Statement = {
  reader: boolean;
  raw: (isRaw: boolean) => unknown;
  columns: () => { name: string }[];
  all: (parameters: readonly unknown[]) => unknown[];
  run: (parameters: readonly unknown[]) => { changes: number; lastInsertRowid: number | bigint };
};

type Prepared = Pick<Statement, "reader" | "all" | "run">;

const mostPrepared = 500;
const writing = /^\s*(insert|update|delete|replace|create|drop|alter|with)\b/i;
const spoiling = /^SQLITE_(BUSY|LOCKED|IOERR|CORRUPT|NOTADB|CANTOPEN|PROTOCOL|NOMEM|MISUSE)/;

/** Another program or connection had the lock. Nothing was written. */
export function isLocked(error: unknown): boolean {
  return error instanceof Error && /^database (table )?is locked/.test(error.message);
}

/** Prepares each statement once: a server repeats a few hundred. */
export class SqliteConnection {
  #engine: Engine | undefined;
  readonly #reopen: (() => Engine) | undefined;
  readonly #prepared = new Map<string, Prepared>();
  #isBegun = false;
  #isSpoilt = false;

  /** `reopen` opens the same database again, where that is possible. */
  constructor(engine: Engine, reopen?: () => Engine) {
    this.#engine = engine;
    this.#reopen = reopen;
  }

  get isInTransaction(): boolean {
    return this.#isBegun;
  }

  /** Takes the write lock unless it only reads. Throws at once where somebody else has it. */
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

  /** A full disk ends a transaction in SQLite itself: the caller gets that error, and not this one. */
  rollback(): void {
    this.#isBegun = false;
    try {
      if (this.#engine?.inTransaction === true) this.#engine.exec("rollback");
    } catch {
      this.#isSpoilt = true;
    }
  }

  /** Whether a statement may write, and so needs the lock first. */
  needsLock({ query, sql }: CompiledQuery): boolean {
    if (this.#isBegun || query.kind === "SelectQueryNode") return false;
    return query.kind !== "RawNode" || writing.test(sql);
  }

  /** Runs a statement in the open transaction, or as one of its own. */
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

  /** Ends what is unfinished, and replaces a doubtful connection. */
  settle(): void {
    this.rollback();
    const isStuck = this.#engine?.inTransaction === true;
    if (this.#reopen === undefined || !(this.#isSpoilt || isStuck)) return;
    try {
      // The new one first: closing the last connection deletes SQLite's side files, and a full disk has no room for new
      // ones.
      this.#replace(this.#reopen());
    } catch {
      // It can still be read, unless it is stuck; the next call tries again.
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
    // A statement of a transaction must not run on its own.
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

  #prepare(engine: Engine, text: string): Prepared {
    if (this.#prepared.size > mostPrepared) this.#prepared.clear();
    const known = this.#prepared.get(text);
    if (known !== undefined) return known;
    const statement = engine.prepare(text);
    // Asks libsql once whether it returns rows.
    const { reader } = statement;
    const kept: Prepared = {
      reader,
      all: reader ? reading(statement, text) : (parameters) => statement.all(parameters),
      run: (parameters) => statement.run(parameters),
    };
    this.#prepared.set(text, kept);
    return kept;
  }
}

/**
 * libsql makes an array of a row in two thirds of the time of an object. Where the text names the columns they stay as
 * they are; with a star, a migration may change them under the statement.
 */
function reading(statement: Statement, text: string): Statement["all"] {
  if (text.includes("*")) return (parameters) => statement.all(parameters);
  statement.raw(true);
  const names = statement.columns().map(({ name }) => name);
  return (parameters) =>
    (statement.all(parameters) as unknown[][]).map((values) => {
      const row: Record<string, unknown> = {};
      names.forEach((name, at) => {
        row[name] = values[at];
      });
      return row;
    });
}
