import { sql } from "kysely";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db, Trx } from "#lib/server/tables/schema";
import type { ColumnShape, TableShape } from "./table-shapes";

/** One change of a stored cell, as somebody makes it who can write into the database. */

export type Forgery = { table: string; column: string; where: string[]; from: Cell; to: Cell };
type Cell = string | null;
type Row = Record<string, Cell>;

const mostKinds = 12;
const mostRows = 2;

/** Of each column, in a few rows, one change: to what another row has where there is one, else to a value like it. */
export async function forgeriesOf(ledger: Db, shapes: readonly TableShape[]): Promise<Forgery[]> {
  const forgeries: Forgery[] = [];
  for (const { name, key, columns } of shapes) {
    const { rows } = await sql<Row>`select ${sql.join(
      columns.map((each) => sql`cast(${sql.ref(each.name)} as text) as ${sql.ref(each.name)}`),
    )} from ${sql.table(name)} order by ${sql.join(key.map((each) => sql.ref(each)))}`.execute(ledger);
    for (const column of columns)
      for (const row of someOf(rows, columns)) {
        const from = row[column.name] ?? null;
        const other = rows.find((each) => each[column.name] !== from && each[column.name] !== null);
        const where = key.map((each) => row[each] ?? "");
        const to = other === undefined || key.includes(column.name) ? like(from, column) : other[column.name];
        forgeries.push({ table: name, column: column.name, where, from, to: to ?? null });
        // What was written is taken away.
        if (column.isNullable && from !== null)
          forgeries.push({ table: name, column: column.name, where, from, to: null });
      }
  }
  return forgeries;
}

/** The first rows, and one of every kind: of each value in a column that has few. */
function someOf(rows: readonly Row[], columns: readonly ColumnShape[]): Row[] {
  const some = new Set(rows.slice(0, mostRows));
  for (const { name } of columns) {
    const kinds = new Map([...rows].reverse().map((row) => [row[name], row]));
    if (kinds.size <= mostKinds && kinds.size < rows.length) for (const row of kinds.values()) some.add(row);
  }
  return [...some].slice(0, mostKinds);
}

function like(from: Cell, { bits }: ColumnShape): Cell {
  if (bits !== undefined)
    return from === "0" || from === null ? "1" : from === "1" ? "0" : `${BigInt(from) + 1n}`;
  if (from === null) return "forged";
  const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(from);
  return isTime ? new Date(Date.parse(from) - 86_400_000).toISOString() : `${from}x`;
}

class Undone extends Error {}

/** Makes the change, asks what is named, and takes it back. `undefined` where the database itself refuses it. */
export async function whileForged<Result>(
  ledger: Db,
  { key }: Pick<TableShape, "key">,
  { table, column, where, to }: Forgery,
  ask: (forged: Trx) => Promise<Result>,
): Promise<Result | undefined> {
  const is = sql.join(
    key.map((each, at) => sql`cast(${sql.ref(each)} as text) = ${where[at]}`),
    sql` and `,
  );
  let result: { is: Result } | undefined;
  try {
    await ledger.transaction().execute(async (trx) => {
      const isRefused = await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${is}`
        .execute(trx)
        .then(
          () => false,
          () => true,
        );
      if (!isRefused) result = { is: await ask(trx) };
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
  return result?.is;
}

/** Whoever writes into a file is not held by its foreign keys. */
export async function ignoreForeignKeys(ledger: Db): Promise<void> {
  if (!isPostgres(ledger)) await sql`pragma foreign_keys = off`.execute(ledger);
}
