import "server-only";
import { createHash } from "node:crypto";
import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";
import { isPostgres } from "./engine";

/**
 * Invariant: a statement that PostgreSQL plans once for a connection has one text however much it is given, and a plan that
 * is right for whatever that is. Every other statement is planned for its own values each time.
 */

const mark = "/* planned once */";
const names = new Map<string, string>();

/** Stands in such a statement: the driver is given nothing but its text. */
export const plannedOnce = sql.raw(mark);

/** The name under which PostgreSQL keeps a statement that is planned once; `undefined` for every other one. */
export function statementName(text: string): string | undefined {
  if (!text.includes(mark)) return undefined;
  const name = names.get(text) ?? createHash("sha256").update(text).digest("hex").slice(0, 32);
  names.set(text, name);
  return name;
}

/** Whether a column has one of these values; on PostgreSQL they are one parameter. */
export function isOneOf(
  db: QueryExecutorProvider,
  column: string,
  values: readonly string[],
): RawBuilder<boolean> {
  return isPostgres(db)
    ? sql`${sql.ref(column)} = any(${values})`
    : sql`${sql.ref(column)} in (${sql.join(values)})`;
}
