import { sql } from "kysely";
import { allTables, type LedgerTable } from "#lib/server/database/ledger-tables";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db } from "#lib/server/tables/schema";

/** The tables of a migrated ledger, as its database describes them: whoever fills or changes all of them lists none. */

/** `bits` of a whole number is how many its engine keeps; `undefined` for text, and 0 for one without a limit. */
export type ColumnShape = { name: string; isNullable: boolean; bits: number | undefined };
export type TableShape = LedgerTable & {
  columns: readonly ColumnShape[];
  /** Columns that name a row of another table. */
  parents: ReadonlyMap<string, string>;
  /** Columns of which no two rows may have the same, alone or together. */
  unique: ReadonlySet<string>;
};

export async function describeTables(ledger: Db): Promise<TableShape[]> {
  return Promise.all(
    allTables.map(async (table) => ({
      ...table,
      columns: await columnsOf(ledger, table.name),
      parents: await parentsOf(ledger, table.name),
      unique: new Set([...table.key, ...(await uniqueOf(ledger, table.name))]),
    })),
  );
}

async function columnsOf(ledger: Db, table: string): Promise<ColumnShape[]> {
  const { rows } = isPostgres(ledger)
    ? await sql<{ name: string; type: string; required: number }>`
        select attname as name, format_type(atttypid, null) as type, attnotnull::int as required
        from pg_attribute where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped
        order by attnum`.execute(ledger)
    : await sql<{ name: string; type: string; required: number }>`
        select name, lower(type) as type, "notnull" or pk > 0 as required from pragma_table_info(${table})
        order by cid`.execute(ledger);
  return rows.map(({ name, type, required }) => ({
    name,
    isNullable: required === 0,
    bits: bitsOf(type, isPostgres(ledger)),
  }));
}

/** Every whole number of SQLite has 64 bits. */
function bitsOf(type: string, hasWidths: boolean): number | undefined {
  if (type === "text") return undefined;
  if (type === "numeric") return 0;
  if (type === "integer") return hasWidths ? 32 : 64;
  if (type === "bigint") return 64;
  throw new Error(`A column is neither text nor a whole number: ${type}.`);
}

async function parentsOf(ledger: Db, table: string): Promise<Map<string, string>> {
  const { rows } = isPostgres(ledger)
    ? await sql<{ name: string; parent: string }>`
        select attname as name, confrelid::regclass::text as parent from pg_constraint
        join pg_attribute on attrelid = conrelid and attnum = conkey[1]
        where contype = 'f' and conrelid = to_regclass(${table})`.execute(ledger)
    : await sql<{ name: string; parent: string }>`
        select "from" as name, "table" as parent from pragma_foreign_key_list(${table})`.execute(ledger);
  return new Map(rows.map(({ name, parent }) => [name, parent]));
}

async function uniqueOf(ledger: Db, table: string): Promise<string[]> {
  const { rows } = isPostgres(ledger)
    ? await sql<{ name: string }>`
        select attname as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
        where indisunique and indrelid = to_regclass(${table})`.execute(ledger)
    : await sql<{ name: string }>`
        select info.name from pragma_index_list(${table}) as list, pragma_index_info(list.name) as info
        where list."unique" = 1`.execute(ledger);
  return rows.map(({ name }) => name);
}
