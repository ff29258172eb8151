import { Problem } from "#lib/contract/problem";
import { ConfigurationError } from "#lib/server/config/env";

/** Invariant: a failure of the database is told from a fault of this code, and its message has no data. */

/** Lost connections, resources, shutdowns, system errors, a read-only server, and waits that took too long. */
const passingStates = /^(08|28|3D|40|53|57|58|25006|55P03)/;

/** What a person hears of it. */
export const whenAway = "Send the same request again: a transfer is never sent twice.";
export const whenWrong =
  "As far as we know, nothing was lost. Try again. If it happens again, give the request ID to the person who runs this dashboard.";
export const retryAwaySeconds = 5;

/** `database_unavailable` where the same request may work later, else `internal`. */
export class DatabaseFailure extends Problem {
  /** The driver may belong to another copy of this module, as with `Problem`. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Problem && "isAnswer" in value;
  }
  constructor(
    /** The SQLSTATE, or a system code such as ECONNREFUSED; `undefined` for a lost or slow connection. */
    readonly state: string | undefined,
    /** The server itself said so; else the connection can't be used again. */
    readonly isAnswer: boolean,
    cause: unknown,
  ) {
    const isAway = !isAnswer || passingStates.test(state ?? "");
    super(isAway ? "database_unavailable" : "internal", isAway ? whenAway : whenWrong, {
      cause,
      ...(isAway && { retryAfterSeconds: retryAwaySeconds }),
    });
  }
}

/** Away, full, or unfit for use: the same work may be done later. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof Problem) return error.code === "database_unavailable";
  return error instanceof ConfigurationError || (error instanceof Error && error.name === "SqliteError");
}

/** The connection ended before the answer was there. */
export function mayHaveCommitted(error: unknown): boolean {
  return error instanceof DatabaseFailure && !error.isAnswer;
}

/** PostgreSQL has rolled back a transaction because of another one: it can simply be run again. */
export function isConflict(error: unknown): boolean {
  return error instanceof DatabaseFailure && (error.state === "40001" || error.state === "40P01");
}
