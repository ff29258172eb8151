import { listOperations } from "#lib/operations/api-operations";

/** Invariant: metrics and logs name a request by one of these words, whatever its address. */

/** Pages, and handlers that are no operation; the tests compare the list with the folders. */
const others = [
  "/",
  "/account",
  "/api/[...path]",
  "/approvals",
  "/approvals/[id]",
  "/approvals/[id]/record",
  "/attention",
  "/audit",
  "/banks",
  "/bulk",
  "/bulk/[id]",
  "/bulk/new",
  "/controls",
  "/healthz",
  "/insight",
  "/letterhead",
  "/login",
  "/metrics",
  "/no-access",
  "/pay/[token]",
  "/payees",
  "/payees/[id]",
  "/payees/import",
  "/people",
  "/quote",
  "/readyz",
  "/sandbox/[...path]",
  "/scenarios",
  "/setup",
  "/statements",
  "/statements/[id]",
  "/statements/[id]/[statement]",
  "/statements/[id]/new",
  "/statements/months",
  "/statements/months/[month]",
  "/statements/received",
  "/transfers",
  "/transfers/[id]",
  "/transfers/new",
  "/webhooks",
  "/webhooks/deliveries",
  "/welcome",
  "/words",
];

const methods = new Map<string, string[]>();
for (const [name] of listOperations()) {
  const [method = "", pattern = ""] = name.split(" ");
  methods.set(pattern, [...(methods.get(pattern) ?? []), method]);
}

/** As its folder is named. */
export const routePatterns: readonly string[] = [...others, ...methods.keys()].sort();

const fixed = new Set<string>(routePatterns);
const open = routePatterns
  .filter((pattern) => pattern.includes("["))
  // Exact paths before ones with an open part or rest.
  .sort((a, b) => Number(a.includes("[...")) - Number(b.includes("[...")))
  .map((pattern) => ({ pattern, matches: matcherOf(pattern) }));

function matcherOf(pattern: string): RegExp {
  return new RegExp(`^${pattern.replace(/\[\.\.\.\w+\]/, ".+").replace(/\[\w+\]/g, "[^/]+")}$`);
}

/** Returns a pattern of the list, `files` for the build's files, or `none`. */
export function routeOf(address: string): string {
  const path = address.split(/[?#]/, 1)[0] ?? "";
  if (path.startsWith("/_next/")) return "files";
  if (fixed.has(path)) return path;
  return open.find(({ matches }) => matches.test(path))?.pattern ?? "none";
}

/** As HTTP counts them; `undefined` for an address that is no operation. */
export function methodsOf(address: string): readonly string[] | undefined {
  const offered = methods.get(routeOf(address));
  if (offered === undefined) return undefined;
  const asked = offered.includes("GET") ? ["HEAD"] : [];
  return [...new Set([...offered, ...asked, "OPTIONS"])].sort();
}
