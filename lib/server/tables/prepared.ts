import { createHash } from "node:crypto";
import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";
import { isPostgres } from "./engine";

/**
 * Invariant: a prepared statement has one text for any number of values, and a plan that suits them all, since PostgreSQL
 * may keep it after five runs. Every other statement is planned for its values.
 */

const mark = "/* prepared */";
const names = new Map<string, string>();

/** Marks a prepared statement: the driver gets only its text. */
export const prepared = sql.raw(mark);

/** PostgreSQL's name for it; `undefined` for any other statement. */
export function statementName(text: string): string | undefined {
  if (!text.includes(mark)) return undefined;
  const name = names.get(text) ?? createHash("sha256").update(text).digest("hex").slice(0, 32);
  names.set(text, name);
  return name;
}

/** On PostgreSQL the values are one parameter. For IDs and hashes, without a NUL. */
export function isOneOf(
  db: QueryExecutorProvider,
  column: string,
  values: readonly string[],
): RawBuilder<boolean> {
  return isPostgres(db)
    ? sql`${sql.ref(column)} = any(${values})`
    : sql`${sql.ref(column)} in (${sql.join(values)})`;
}
