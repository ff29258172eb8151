import Database from "libsql";

/** Opens a dashboard's database past its server. The server may be writing, for seconds on a busy machine: it is waited for. */
export function openDatabase(file: string): Database.Database {
  return new Database(file, { timeout: 30_000 });
}
