import { once } from "#lib/server/config/once";

/** Invariant: reading a page writes nothing. Whose page is open is known to the process that serves it, for a minute. */

const openMs = 60_000;
/** Of more pages, the newest are looked at often. */
const mostPages = 100;

const pages = () => once("open-transfer-pages", () => new Map<string, number>());

/** Its page was drawn, or has asked again. */
export function noteOpenPage(transferId: string): void {
  const all = pages();
  all.delete(transferId);
  all.set(transferId, performance.now());
  const [oldest] = all.keys();
  if (all.size > mostPages && oldest !== undefined) all.delete(oldest);
}

/** The IDs of transfers whose page is open here. */
export function openPages(): string[] {
  const all = pages();
  const since = performance.now() - openMs;
  for (const [id, at] of all) if (at < since) all.delete(id);
  return [...all.keys()];
}
