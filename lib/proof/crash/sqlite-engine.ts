import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import type { CrashDatabase, Engine } from "./crash-database";
import { startWatcher } from "./watcher";

/** Databases in files, each in a folder of its own. */
export function startSqliteEngine(): Engine {
  return {
    newDatabase: async () => {
      const folder = mkdtempSync(join(tmpdir(), "crash-"));
      const file = join(folder, "dashboard.db");
      return {
        url: `file:${file}`,
        peek: async <Row>(query: string, ...values: string[]) => peek<Row>(file, query, values),
        // The system ends what a killed process did with a file.
        rest: async () => undefined,
        watch: () => startWatcher(new URL("watch-sqlite.mjs", import.meta.url), file),
        drop: async () => rmSync(folder, { recursive: true, force: true }),
      } satisfies CrashDatabase;
    },
    close: async () => undefined,
  };
}

/** By a copy of the files: to open the file itself would recover it, which is what the restarted server shall do. */
function peek<Row>(file: string, query: string, values: string[]): Row[] {
  const folder = mkdtempSync(join(tmpdir(), "crash-peek-"));
  const copy = join(folder, "copy.db");
  for (const end of ["", "-wal"]) if (existsSync(file + end)) copyFileSync(file + end, copy + end);
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
