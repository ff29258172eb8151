import { Problem } from "#lib/contract/problem";
import { ConfigurationError } from "#lib/server/config/env";
import { log } from "./log";

/** Invariant: a fault's message is not logged, since it can have a request's data. A configuration's fault is. */

const shownLines = 5;

type Traits = { name: string; where: string[] | undefined; faults: readonly string[] | undefined };

/** Its name, its place in the code, and a configuration's faults. */
export function traitsOf(error: unknown): Traits {
  const { name, stack } = error instanceof Error ? error : new Error("not an error");
  const where = stack
    ?.split("\n")
    .filter((line) => line.trimStart().startsWith("at "))
    .slice(0, shownLines);
  return { name, where, faults: faultsOf(error) };
}

/** They repeat no value, and the reader has to act on them. */
export function faultsOf(error: unknown): readonly string[] | undefined {
  const cause = error instanceof Problem ? error.cause : error;
  return cause instanceof ConfigurationError ? cause.faults : undefined;
}

/** `route` as its folder is named. The reader was shown the digest. */
export function logRequestError(error: unknown, method: string, route: string): void {
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : undefined;
  log().error({ method, route, digest, ...traitsOf(error) }, "a page or a handler failed");
}
