import "server-only";
import { listOperations } from "#lib/operations/api-operations";

/** Invariant: what a request is called in figures and log lines is one of these words, whatever its address holds. */

/** The pages, and the handlers that are no operation of our API; the tests hold the list against the folders. */
const others = [
  "/",
  "/account",
  "/api/[...path]",
  "/attention",
  "/audit",
  "/banks",
  "/healthz",
  "/login",
  "/metrics",
  "/no-access",
  "/people",
  "/quote",
  "/readyz",
  "/sandbox/[...path]",
  "/setup",
  "/transfers",
  "/transfers/[id]",
  "/transfers/new",
  "/welcome",
];

const methods = new Map<string, string[]>();
for (const [name] of listOperations()) {
  const [method = "", pattern = ""] = name.split(" ");
  methods.set(pattern, [...(methods.get(pattern) ?? []), method]);
}

/** Every page and every handler, as its folder names it. */
export const routePatterns: readonly string[] = [...others, ...methods.keys()].sort();

const fixed = new Set<string>(routePatterns);
const open = routePatterns
  .filter((pattern) => pattern.includes("["))
  // A path that names everything comes before one that leaves a part open, or its whole rest.
  .sort((a, b) => Number(a.includes("[...")) - Number(b.includes("[...")))
  .map((pattern) => ({ pattern, matches: matcherOf(pattern) }));

function matcherOf(pattern: string): RegExp {
  return new RegExp(`^${pattern.replace(/\[\.\.\.\w+\]/, ".+").replace(/\[\w+\]/g, "[^/]+")}$`);
}

/** What a request's address is called: a pattern of the list, `files` for what the build made, or `none`. */
export function routeOf(address: string): string {
  const path = address.split(/[?#]/, 1)[0] ?? "";
  if (path.startsWith("/_next/")) return "files";
  if (fixed.has(path)) return path;
  return open.find(({ matches }) => matches.test(path))?.pattern ?? "none";
}

/** The methods that an operation's path offers, as HTTP counts them; `undefined` for every other address. */
export function methodsOf(address: string): readonly string[] | undefined {
  const offered = methods.get(routeOf(address));
  if (offered === undefined) return undefined;
  const asked = offered.includes("GET") ? ["HEAD"] : [];
  return [...new Set([...offered, ...asked, "OPTIONS"])].sort();
}
