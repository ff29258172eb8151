import "server-only";
import { createHash } from "node:crypto";
import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";
import { isPostgres } from "./engine";

/**
 * Invariant: a prepared statement has one text however much it is given, and a plan that is right for whatever that is:
 * PostgreSQL reads it once for a connection, and after five runs may keep its plan. Every other statement is planned for
 * its own values each time.
 */

const mark = "/* prepared */";
const names = new Map<string, string>();

/** Stands in a prepared statement: the driver is given nothing but its text. */
export const prepared = sql.raw(mark);

/** The name under which PostgreSQL keeps a prepared statement; `undefined` for every other one. */
export function statementName(text: string): string | undefined {
  if (!text.includes(mark)) return undefined;
  const name = names.get(text) ?? createHash("sha256").update(text).digest("hex").slice(0, 32);
  names.set(text, name);
  return name;
}

/** Whether a column has one of these values; on PostgreSQL they are one parameter. For IDs and hashes, without a NUL. */
export function isOneOf(
  db: QueryExecutorProvider,
  column: string,
  values: readonly string[],
): RawBuilder<boolean> {
  return isPostgres(db)
    ? sql`${sql.ref(column)} = any(${values})`
    : sql`${sql.ref(column)} in (${sql.join(values)})`;
}
