/** What a person looked at last in this tab, as the browser itself knows it: nothing is stored for it. */

const mostSeen = 3;
const place = /^\/(?:transfers|payees)\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Paths of transfers and payees, the newest first, without the one that is shown; none in a browser that doesn't tell. */
export function lastSeen(): string[] {
  const entries = "navigation" in window ? window.navigation.entries() : [];
  const paths = entries.map(({ url }) => (url === null ? "" : new URL(url).pathname)).reverse();
  const others = paths.filter((path) => place.test(path) && path !== location.pathname);
  return [...new Set(others)].slice(0, mostSeen);
}
