import { type Kysely, sql } from "kysely";
import type { Db } from "#lib/server/tables/schema";
import type { ColumnShape, TableShape } from "./table-shapes";

/** A ledger in which every table has rows, and every column every kind of value that it can hold. */

type Cell = string | null;
type Rows = Record<string, Cell>[];

const texts = [
  "plain",
  'it\'s "quoted" \\ and $1 ?',
  "line one\nline two\r\n\tthree",
  "naïve Ọlá 字 🏦 e\u0301",
  "\u202eright to left\u202c",
  "",
  " ",
  "9223372036854775808",
  "1e3",
  "007",
  "null",
  '{"a":[1,2]}',
] as const;

/** The ends, the first that a double or 32 bits can't tell apart, and the usual ones. */
function numbersOf(bits: number): string[] {
  const end = 2n ** BigInt(bits === 0 ? 100 : bits - 1);
  const all = [0n, 1n, -1n, 2n ** 31n - 1n, 2n ** 31n, 2n ** 53n - 1n, 2n ** 53n + 1n, end - 1n, -end];
  return [...new Set(all.filter((each) => each < end && each >= -end).map(String))];
}

function valuesOf({ isNullable, bits }: ColumnShape): Cell[] {
  const values = bits === undefined ? texts : numbersOf(bits);
  return isNullable ? [...values, null] : [...values];
}

/** Adds rows to every table, as many as the longest list of values. A key is made unique by the row's number. */
export async function fillEveryTable(ledger: Db, shapes: readonly TableShape[]): Promise<void> {
  const rows = Math.max(...shapes.flatMap(({ columns }) => columns.map((each) => valuesOf(each).length)));
  const made = new Map<string, Rows>();
  const all = ledger as unknown as Kysely<Record<string, Record<string, Cell>>>;
  for (const shape of shapes) {
    const own = Array.from({ length: rows }, (_, at) => rowOf(shape, at, made));
    made.set(shape.name, own);
    for (const row of own) await all.insertInto(shape.name).values(row).execute();
  }
}

function rowOf({ columns, parents, unique }: TableShape, at: number, made: ReadonlyMap<string, Rows>) {
  return Object.fromEntries(
    columns.map((column, place): [string, Cell] => {
      const parent = parents.get(column.name);
      if (parent !== undefined) return [column.name, made.get(parent)?.[at]?.id ?? null];
      const values = valuesOf(column);
      if (!unique.has(column.name)) return [column.name, values[(at + place) % values.length] ?? null];
      // Small numbers are those of rows that a migration writes.
      if (column.bits !== undefined) return [column.name, uniqueNumber(numbersOf(column.bits), at)];
      return [column.name, `${texts[at % texts.length]}#${at}`];
    }),
  );
}

function uniqueNumber(numbers: readonly string[], at: number): string {
  const known = numbers.filter((each) => !/^-?[01]$/.test(each));
  return known[at] ?? `${1_000 + at}`;
}

/** Every row of a table as its texts, whatever a driver makes of them, in one order on both engines. */
export async function readRows(ledger: Db, { name, columns }: TableShape): Promise<string[]> {
  const { rows } = await sql<Record<string, Cell>>`select ${sql.join(
    columns.map((column) => sql`cast(${sql.ref(column.name)} as text) as ${sql.ref(column.name)}`),
  )} from ${sql.table(name)}`.execute(ledger);
  const names = columns.map((column) => column.name).sort();
  return rows.map((row) => JSON.stringify(names.map((each) => [each, row[each]]))).sort();
}
