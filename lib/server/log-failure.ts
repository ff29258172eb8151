import "server-only";
import { log } from "./log";

/** Invariant: of a fault only names are logged: a message or a cause can carry what the request held. */

const shownLines = 5;

/** What may be logged of anything that was thrown: its name, and where in the code it came from. */
export function traitsOf(error: unknown): { name: string; where: string[] | undefined } {
  const { name, stack } = error instanceof Error ? error : new Error("not an error");
  const where = stack
    ?.split("\n")
    .filter((line) => line.trimStart().startsWith("at "))
    .slice(0, shownLines);
  return { name, where };
}

/** Logs what a page or a handler threw; `route` as its folder names it. The digest is what the reader was shown. */
export function logRequestError(error: unknown, method: string, route: string): void {
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : undefined;
  log().error({ method, route, digest, ...traitsOf(error) }, "a page or a handler failed");
}
