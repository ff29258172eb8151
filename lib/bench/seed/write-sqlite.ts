import Database from "libsql";
import type { Batch } from "./transfers";

type Sqlite = InstanceType<typeof Database>;
type Row = Record<string, unknown>;

const rowsAtOnce = 50;

/** Writes batches into a file without waiting for the disk: a crash meanwhile leaves a file to be thrown away. */
export function writeToSqlite(
  file: string,
  batches: Iterable<Batch>,
  onProgress: (written: number) => void,
): void {
  const sqlite = new Database(file);
  for (const pragma of ["synchronous = off", "cache_size = -400000"]) sqlite.pragma(pragma);
  // An index of random values is far cheaper to make at the end than to keep.
  const indexes = sqlite
    .prepare(
      "select name, sql from sqlite_master where type = 'index' and sql is not null and (tbl_name like 'transfer%' or tbl_name = 'movements')",
    )
    .all() as { name: string; sql: string }[];
  for (const { name } of indexes) sqlite.exec(`drop index ${name}`);
  sqlite.exec("create temp table unsorted_names (term text, created_at text, transfer_id text)");
  let written = 0;
  for (const batch of batches) {
    sqlite.exec("begin");
    insert(sqlite, "transfers", batch.transfers);
    insert(sqlite, "transfer_events", batch.transfer_events);
    insert(sqlite, "unsorted_names", batch.transfer_names);
    insert(sqlite, "movements", batch.movements);
    sqlite.exec("commit");
    written += batch.transfers.length;
    onProgress(written);
  }
  sqlite.exec("insert into transfer_names select * from unsorted_names order by 1, 2, 3");
  for (const { sql } of indexes) sqlite.exec(sql);
  sqlite.pragma("wal_checkpoint(truncate)");
  sqlite.close();
}

function insert(sqlite: Sqlite, table: string, rows: readonly Row[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const marks = `(${columns.map(() => "?").join(",")})`;
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const some = rows.slice(start, start + rowsAtOnce);
    const sql = `insert into ${table} (${columns.join(",")}) values ${some.map(() => marks).join(",")}`;
    const values = some.flatMap((row) => columns.map((column) => row[column]));
    statement(sqlite, sql).run(values);
  }
}

const prepared = new WeakMap<Sqlite, Map<string, ReturnType<Sqlite["prepare"]>>>();

function statement(sqlite: Sqlite, sql: string) {
  const known = prepared.get(sqlite) ?? new Map<string, ReturnType<Sqlite["prepare"]>>();
  prepared.set(sqlite, known);
  const made = known.get(sql) ?? sqlite.prepare(sql);
  known.set(sql, made);
  return made;
}
