import "server-only";
import { Problem } from "#lib/contract/problem";
import { ConfigurationError } from "#lib/server/config/env";
import { log } from "./log";

/**
 * Invariant: of a fault only names are logged: a message or a cause can carry what the request held. A fault of the
 * configuration holds nothing of a request, and is logged whole.
 */

const shownLines = 5;

type Traits = { name: string; where: string[] | undefined; faults: readonly string[] | undefined };

/** What may be logged of anything that was thrown: its name, where in the code it came from, and faults to mend. */
export function traitsOf(error: unknown): Traits {
  const { name, stack } = error instanceof Error ? error : new Error("not an error");
  const where = stack
    ?.split("\n")
    .filter((line) => line.trimStart().startsWith("at "))
    .slice(0, shownLines);
  return { name, where, faults: faultsOf(error) };
}

/** The sentences of a configuration that cannot be used: they repeat no value, and are what the reader has to mend. */
export function faultsOf(error: unknown): readonly string[] | undefined {
  const cause = error instanceof Problem ? error.cause : error;
  return cause instanceof ConfigurationError ? cause.faults : undefined;
}

/** Logs what a page or a handler threw; `route` as its folder names it. The digest is what the reader was shown. */
export function logRequestError(error: unknown, method: string, route: string): void {
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : undefined;
  log().error({ method, route, digest, ...traitsOf(error) }, "a page or a handler failed");
}
