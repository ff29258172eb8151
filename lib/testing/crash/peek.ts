import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";

/**
 * Reads a database as a crash has left it, by a copy of its files: to open the file itself would recover it, which is
 * what the restarted server shall do. Gives no rows where the tables do not exist yet.
 */
export function peek<Row = Record<string, unknown>>(
  databaseFile: string,
  query: string,
  ...values: string[]
): Row[] {
  const folder = mkdtempSync(join(tmpdir(), "crash-peek-"));
  const copy = join(folder, "copy.db");
  for (const end of ["", "-wal"])
    if (existsSync(databaseFile + end)) copyFileSync(databaseFile + end, copy + end);
  const sqlite = new Database(copy);
  try {
    return sqlite.prepare(query).all(values) as Row[];
  } catch (error) {
    if (error instanceof Error && /no such table/.test(error.message)) return [];
    throw error;
  } finally {
    sqlite.close();
    rmSync(folder, { recursive: true });
  }
}
