/**
 * Where a person goes after signing in: the path that they came from, when it is one of this dashboard's own. A path that
 * a browser would read as another origin (`//host`, `/\\host`) is none.
 */
export function nextPath(given: string | null | undefined): string {
  const base = "http://own.invalid";
  if (given == null || !/^\/(?![/\\])/.test(given) || !URL.canParse(given, base)) return "/";
  const url = new URL(given, base);
  const isOwn = url.origin === base && !url.pathname.startsWith("//") && url.pathname !== "/login";
  return isOwn ? `${url.pathname}${url.search}` : "/";
}
