import { Kysely } from "kysely";
import Database from "libsql";
import { once } from "#lib/server/config/once";
import type { Engine } from "#lib/server/database/sqlite/sqlite-connection";
import { openEngine } from "#lib/server/database/sqlite/sqlite-database";
import { TransactionalSqliteDialect } from "#lib/server/database/sqlite/sqlite-dialect";
import type { Db, Schema } from "#lib/server/tables/schema";
import { StorableText } from "#lib/server/tables/storable-text";

/** Another program that takes the lock of a dashboard's database just before one of its statements. */
export type LockTaker = {
  /** Takes the lock before the statement of that number from now on, counted from 1, for so long. */
  takeBefore: (statement: number, holdMs: number) => void;
  /** How many statements there were since. */
  statements: () => number;
  /** Whether it got the lock; it does not while the dashboard has it. */
  hasTaken: () => boolean;
  /** Resolves once the lock is free again. */
  released: () => Promise<void>;
  /** The other program's own view of the database. */
  other: Database.Database;
};

/** Puts it between the dashboard of this process and its file. The dashboard waits so long for a lock. */
export async function placeLockTaker(file: string, waitMs: number): Promise<LockTaker> {
  const other = new Database(file);
  const state = { count: 0, at: 0, holdMs: 0, hasTaken: false, release: Promise.resolve() };
  const before = () => {
    state.count += 1;
    if (state.count !== state.at) return;
    try {
      other.exec("begin immediate");
    } catch {
      return;
    }
    state.hasTaken = true;
    state.release = new Promise((resolve) =>
      setTimeout(() => {
        other.exec("rollback");
        resolve();
      }, state.holdMs),
    );
  };
  await openThrough(file, waitMs, before);
  return {
    takeBefore: (at, holdMs) => Object.assign(state, { count: 0, at, holdMs, hasTaken: false }),
    statements: () => state.count,
    hasTaken: () => state.hasTaken,
    released: () => state.release,
    other,
  };
}

/** Gives the dashboard a handle that calls something before each statement. */
async function openThrough(file: string, waitMs: number, before: () => void): Promise<void> {
  const open = () => watched(openEngine(file), before);
  const dialect = new TransactionalSqliteDialect({ engine: open(), reopen: open, waitMs });
  const handle: Db = new Kysely<Schema>({ dialect, plugins: [new StorableText()] });
  const holder = once<{ opened?: Promise<Db> }>("db", () => ({}));
  await (await holder.opened)?.destroy();
  holder.opened = Promise.resolve(handle);
}

function watched(engine: Database.Database, before: () => void): Engine {
  return {
    get inTransaction() {
      return engine.inTransaction;
    },
    close: () => engine.close(),
    exec: (text) => {
      before();
      return engine.exec(text);
    },
    prepare: (text) => {
      const statement = engine.prepare(text);
      return {
        reader: statement.reader,
        raw: (isRaw) => statement.raw(isRaw),
        columns: () => statement.columns(),
        all: (parameters) => {
          before();
          return statement.all(parameters);
        },
        run: (parameters) => {
          before();
          return statement.run(parameters);
        },
      };
    },
  };
}
