/** Where to go after signing in: only a path of this dashboard. A browser reads `//host` and `/\\host` as another origin. */
export function nextPath(given: string | null | undefined): string {
  const base = "http://own.invalid";
  if (given == null || !/^\/(?![/\\])/.test(given) || !URL.canParse(given, base)) return "/";
  const url = new URL(given, base);
  const isOwn = url.origin === base && !url.pathname.startsWith("//") && url.pathname !== "/login";
  return isOwn ? `${url.pathname}${url.search}` : "/";
}

/** The path of a list with what is given, in that order. */
export function listPath(path: string, given: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) if (value !== undefined) query.set(name, value);
  return query.size === 0 ? path : `${path}?${query}`;
}
