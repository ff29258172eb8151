import "server-only";
import { ConfigurationError } from "./env";

/** Invariant: a failure of the database is told from a fault of this code by its class, and its message holds no data. */

/** What the driver of PostgreSQL threw. */
export class DatabaseFailure extends Error {
  override readonly name = "DatabaseFailure";
  constructor(
    /** The SQLSTATE, or the system's code such as ECONNREFUSED; `undefined` for a connection that ended or was too slow. */
    readonly code: string | undefined,
    /** Whether the server itself said so; else nothing more can be asked over the same connection. */
    readonly isAnswer: boolean,
    cause: unknown,
  ) {
    super(`The database failed (${code ?? "no answer"}).`, { cause });
  }
}

/** Lost connections, resources, shutdowns, faults of the system, a server that is read-only now, waits that took too long. */
const passingStates = /^(08|40|53|57|58|25006|55P03|28|3D)/;

/** Whether the database is away, full, or not fit for use: the same request may work later. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof ConfigurationError) return true;
  if (error instanceof DatabaseFailure) return !error.isAnswer || passingStates.test(error.code ?? "");
  return error instanceof Error && error.name === "SqliteError";
}

/** Whether PostgreSQL has undone a transaction because of another one: it is whole when it is simply run again. */
export function isConflict(error: unknown): boolean {
  return error instanceof DatabaseFailure && (error.code === "40001" || error.code === "40P01");
}
