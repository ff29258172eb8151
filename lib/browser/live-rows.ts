import { call } from "#lib/calls/call";
import { Problem } from "#lib/contract/problem";
import type { TransferFilters } from "#lib/contract/transfer-list";
import { describeStanding, type StatusWords } from "#lib/words/words";

/** What a list's rows ask while they are seen; loaded with the first question. */

export type Live = { since: string; filters?: TransferFilters };
type Shown = StatusWords & { id: string; name: string };
/** `was`: its word before, while that is news. */
export type Change = StatusWords & { was?: string };
/** `newer`: such as `2 new transfers`. */
export type LiveState = { changes: Record<string, Change>; newer?: string };

/** Returns how the rows are now, and what to say of it; `undefined` once signed out. */
export async function lookAgain(
  { since, filters }: Live,
  rows: readonly Shown[],
  before: LiveState,
): Promise<{ state: LiveState; news: string } | undefined> {
  try {
    const ids = rows.map(({ id }) => id);
    const query = { ids: ids.join(","), since, ...given(filters) };
    const { body } = await call("GET /api/transfers/changes", { query });
    const changes: LiveState["changes"] = {};
    const told: string[] = [];
    for (const item of body.items) {
      const drawn = rows.find(({ id }) => id === item.id);
      if (drawn === undefined) continue;
      const { word: last } = before.changes[item.id] ?? drawn;
      const { word, group } = describeStanding(item);
      changes[item.id] = { word, group, ...(word !== last && { was: last }) };
      if (word !== last) told.push(`${drawn.name}: ${word}, was ${last}.`);
    }
    const newer = inWords(body.newer, body.isMore);
    const changed = told.length > 3 ? [`${told.length} transfers changed.`] : told;
    const added = newer === undefined || newer === before.newer ? [] : [`${newer}.`];
    const state = { changes, ...(newer !== undefined && { newer }) };
    return { state, news: [...changed, ...added].join(" ") };
  } catch (error) {
    const isOver = error instanceof Problem && error.code === "signed_out";
    return isOver ? undefined : { state: withoutNews(before), news: "" };
  }
}

export function withoutNews({ changes, ...rest }: LiveState): LiveState {
  const settled = Object.entries(changes).map(([id, { word, group }]) => [id, { word, group }]);
  return { ...rest, changes: Object.fromEntries(settled) };
}

/** As an address has them, without those that are not set. */
function given(filters: TransferFilters | undefined) {
  if (filters === undefined) return {};
  const set = Object.entries(filters).filter(([, value]) => value !== undefined);
  return { ...(Object.fromEntries(set) as TransferFilters), newer: "yes" as const };
}

function inWords(newer: number, isMore: boolean): string | undefined {
  if (newer === 0) return undefined;
  return `${newer}${isMore ? "+" : ""} new transfer${newer === 1 ? "" : "s"}`;
}
