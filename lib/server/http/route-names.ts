import "server-only";

/** Invariant: what a request is called in figures and log lines is one of these words, whatever its address holds. */

/** Every page and every handler, as its folder names it; the tests hold the list against the folders. */
export const routePatterns = [
  "/",
  "/account",
  "/api/[...path]",
  "/api/attention",
  "/api/attention/counts",
  "/api/audit",
  "/api/audit/verification",
  "/api/auth/change-password",
  "/api/auth/list-sessions",
  "/api/auth/revoke-session",
  "/api/auth/sign-in/email",
  "/api/auth/sign-out",
  "/api/auth/two-factor/disable",
  "/api/auth/two-factor/enable",
  "/api/auth/two-factor/generate-backup-codes",
  "/api/auth/two-factor/verify-backup-code",
  "/api/auth/two-factor/verify-totp",
  "/api/banks",
  "/api/business",
  "/api/callbacks/[token]",
  "/api/confirmation",
  "/api/hold",
  "/api/hold/release",
  "/api/openapi.json",
  "/api/people",
  "/api/people/[id]",
  "/api/people/[id]/password-link",
  "/api/people/[id]/sessions",
  "/api/people/invitations/[id]",
  "/api/people/password-links/[id]",
  "/api/quote",
  "/api/setup",
  "/api/transfers",
  "/api/transfers/[id]",
  "/api/transfers/[id]/events",
  "/api/transfers/[id]/events/[seq]",
  "/api/transfers/[id]/notes",
  "/api/transfers/[id]/resolution",
  "/api/transfers/[id]/sandbox",
  "/api/transfers/export",
  "/api/welcome",
  "/api/welcome/link",
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
] as const;

/** A page or a handler, as its folder names it. */
export type RoutePattern = (typeof routePatterns)[number];

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
