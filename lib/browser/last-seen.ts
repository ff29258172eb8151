/** What a person looked at last in this browser: where it is and nothing of what it says, so that nothing can be read there. */

const mostSeen = 3;
const place = /^\/(?:transfers|payees)\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const keyOf = (personId: string) => `seen:${personId}`;

/** Paths, the newest first. */
export function lastSeen(personId: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(personId)) ?? "[]");
    const paths = Array.isArray(kept) ? kept : [];
    return paths
      .filter((path): path is string => typeof path === "string" && place.test(path))
      .slice(0, mostSeen);
  } catch {
    // A browser that keeps nothing has seen nothing.
    return [];
  }
}

/** Any other page is left out. */
export function noteSeen(personId: string, path: string): void {
  if (!place.test(path)) return;
  const seen = [path, ...lastSeen(personId).filter((each) => each !== path)].slice(0, mostSeen);
  try {
    localStorage.setItem(keyOf(personId), JSON.stringify(seen));
  } catch {
    // Full, or switched off: only a convenience is missing.
  }
}
