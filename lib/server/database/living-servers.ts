import { setTimeout } from "node:timers/promises";
import Database from "libsql";
import { makeFile } from "#lib/secret/own-files";

/** Invariant: a server that may send holds a shared lock beside its database until its process ends, also after kill -9. */

const retryMs = 50;
const maxAttempts = 200;

/** Takes the lock, `whenAlone` first when no other server lives. Returns a function that releases it. Throws without it. */
export async function joinServers(databaseFile: string, whenAlone: () => Promise<void>): Promise<() => void> {
  const lock = openLock(databaseFile);
  try {
    if (isTaken(lock, "BEGIN EXCLUSIVE")) {
      await whenAlone();
      lock.exec("COMMIT");
    }
    for (let attempt = 1; !isTaken(lock, "BEGIN; SELECT count(*) FROM sqlite_master"); attempt++) {
      if (attempt === maxAttempts)
        throw new Error("Another server has held the lock of the servers for too long.");
      await setTimeout(retryMs);
    }
    return () => lock.close();
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** Works on a database file while no server lives on it and none can join. Throws when one lives. */
export async function whileAlone<Result>(databaseFile: string, work: () => Promise<Result>): Promise<Result> {
  const lock = openLock(databaseFile);
  try {
    if (!isTaken(lock, "BEGIN EXCLUSIVE"))
      throw new Error(`A dashboard runs on ${databaseFile}. Stop it, and try again.`);
    return await work();
  } finally {
    if (lock.inTransaction) lock.exec("ROLLBACK");
    lock.close();
  }
}

function openLock(databaseFile: string): Database.Database {
  const file = `${databaseFile}-servers`;
  makeFile(file);
  return new Database(file);
}

/** False when somebody else holds it. */
function isTaken(lock: Database.Database, statement: string): boolean {
  try {
    lock.exec(statement);
    return true;
  } catch (error) {
    if (lock.inTransaction) lock.exec("ROLLBACK");
    if (error instanceof Error && /database is locked/.test(error.message)) return false;
    throw error;
  }
}
