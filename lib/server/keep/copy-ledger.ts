import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { type Kysely, sql, type Transaction } from "kysely";
import { allTables, type LedgerTable, lastingTables } from "#lib/server/database/ledger-tables";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db, Trx } from "#lib/server/tables/schema";

/**
 * Invariant: rows are copied unchanged, a page at a time, and a copy counts only when the sums of both sides agree. A cell
 * is its text as the database casts it: drivers differ, and a JavaScript number can't hold every whole number.
 */

const pageSize = 200;
const modulus = 2n ** 256n;

type Row = Record<string, string | null>;
type Rows = Record<string, Row>;

/** The hash is the sum of the rows' SHA-256, whatever their order. */
export type TableSum = { name: string; rows: number; hash: bigint };
export type TableListener = (name: string, rows: number) => Promise<void>;

/** Nothing but what a migration writes. */
export async function isUntouched(ledger: Db): Promise<boolean> {
  for (const { name } of await existing(ledger, lastingTables)) {
    const held = ledger.selectFrom(name).select(sql`1`.as("one"));
    const written = name === "audit_head" ? held.where(sql`seq`, ">", 0) : held;
    if ((await written.limit(1).execute()).length > 0) return false;
  }
  return true;
}

/** Empties the target's tables first. The source must not change: pass a snapshot. Returns the sums of what was read. */
export async function copyTables(
  from: Trx,
  to: Trx,
  tables: readonly LedgerTable[],
  onTable: TableListener = async () => undefined,
): Promise<TableSum[]> {
  const target = to as unknown as Transaction<Rows>;
  const here = await existing(to, allTables);
  for (const { name } of [...here].reverse()) await target.deleteFrom(name).execute();
  const read: TableSum[] = [];
  for (const table of tables) {
    const sum = await sumTable(from, table, async (rows) => {
      await target.insertInto(table.name).values(rows).execute();
    });
    read.push(sum);
    await onTable(sum.name, sum.rows);
  }
  return read;
}

/** Reads a copy back. Throws when a row differs from what was read. */
export async function requireSame(
  copy: Trx,
  tables: readonly LedgerTable[],
  read: readonly TableSum[],
): Promise<void> {
  const written: TableSum[] = [];
  for (const table of tables) written.push(await sumTable(copy, table));
  const differing = read.filter(
    ({ rows, hash }, at) => rows !== written[at]?.rows || hash !== written[at]?.hash,
  );
  if (differing.length === 0) return;
  throw new Error(`The copy was discarded: it differs in ${differing.map(({ name }) => name).join(", ")}.`);
}

/** An earlier version has fewer. */
export async function existing(ledger: Db, tables: readonly LedgerTable[]): Promise<readonly LedgerTable[]> {
  const names = new Set((await ledger.introspection.getTables()).map(({ name }) => name));
  return tables.filter(({ name }) => names.has(name));
}

async function sumTable(
  ledger: Trx,
  table: LedgerTable,
  onPage: (rows: Row[]) => Promise<void> = async () => undefined,
): Promise<TableSum> {
  let rows = 0;
  let hash = 0n;
  for await (const page of pagesOf(ledger as unknown as Kysely<Rows>, table)) {
    await onPage(page);
    rows += page.length;
    for (const row of page) hash = (hash + hashOf(row)) % modulus;
  }
  return { name: table.name, rows, hash };
}

/** Both engines turn the text of a number back into it where the column is of numbers. */
async function* pagesOf(ledger: Kysely<Rows>, { name, key }: LedgerTable): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  const cells = (await columnsOf(ledger, name)).map((column) => asText(name, column));
  const columns = sql.join(key.map((column) => sql.ref(`${name}.${column}`)));
  for (;;) {
    const from = last;
    const rest = ledger.selectFrom(name).select(cells).orderBy(sql`${columns}`).limit(pageSize);
    const page = await (from === undefined
      ? rest
      : rest.where(sql<boolean>`(${columns}) > (${sql.join(key.map((column) => from[column]))})`)
    ).execute();
    if (page.length === 0) return;
    yield page;
    last = page.at(-1);
    // SQLite answers without a pause, and its driver frees statements only between turns.
    await setImmediate();
  }
}

function asText(table: string, column: string) {
  return sql<string | null>`cast(${sql.ref(`${table}.${column}`)} as text)`.as(column);
}

async function columnsOf(ledger: Kysely<Rows>, table: string): Promise<string[]> {
  const { rows } = await (isPostgres(ledger)
    ? sql<{ name: string }>`select attname as name from pg_attribute
        where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped`
    : sql<{ name: string }>`select name from pragma_table_info(${table})`
  ).execute(ledger);
  return rows.map(({ name }) => name);
}

function hashOf(row: Row): bigint {
  const cells = Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
  return BigInt(`0x${createHash("sha256").update(JSON.stringify(cells)).digest("hex")}`);
}
