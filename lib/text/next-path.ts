/** Where to go after signing in: only a path of this dashboard. A browser reads `//host` and `/\\host` as another origin. */
export function nextPath(given: string | null | undefined): string {
  const base = "http://own.invalid";
  if (given == null || !/^\/(?![/\\])/.test(given) || !URL.canParse(given, base)) return "/";
  const url = new URL(given, base);
  const isOwn = url.origin === base && !url.pathname.startsWith("//") && url.pathname !== "/login";
  return isOwn ? `${url.pathname}${url.search}` : "/";
}
