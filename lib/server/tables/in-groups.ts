import { setImmediate as nextTurn } from "node:timers/promises";
import { Problem } from "#lib/contract/problem";
import { isDatabaseAway } from "./database-failure";

/** Invariant: a caller hears of their item only after its group is done. */

/** Two items with the same key never share a group. */
type Rules<Item> = { mostItems: number; keyOf?: (item: Item) => string };
type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
};

/** More would wait longer than their callers do, and in memory. */
const mostWaiting = 5_000;

/**
 * Group commit: items that arrive during a group's work wait for the next. `work` returns a result for each, in order. In a
 * failed group each is tried alone, unless the database is away. Rejects with `database_unavailable` where too many wait.
 */
export function inGroups<Item, Result>(
  { mostItems, keyOf }: Rules<Item>,
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let isWorking = false;

  function takeGroup(): Waiting<Item, Result>[] {
    const group: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    const keys = new Set<string>();
    let at = 0;
    for (; at < waiting.length && group.length < mostItems; at++) {
      const one = waiting[at] as Waiting<Item, Result>;
      const key = keyOf?.(one.item);
      (key !== undefined && keys.has(key) ? left : group).push(one);
      if (key !== undefined) keys.add(key);
    }
    waiting = [...left, ...waiting.slice(at)];
    return group;
  }

  async function workOn(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await work(group.map(({ item }) => item));
      for (const [at, { resolve }] of group.entries()) resolve(results[at] as Result);
    } catch (error) {
      if (isDatabaseAway(error)) {
        for (const { reject } of [...group, ...waiting]) reject(error);
        waiting = [];
      } else if (group.length === 1) group[0]?.reject(error);
      else for (const one of group) await workOn([one]);
    }
  }

  async function workOnAll(): Promise<void> {
    isWorking = true;
    while (waiting.length > 0) {
      // Takes along whatever else has arrived by then.
      await nextTurn();
      await workOn(takeGroup());
    }
    isWorking = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= mostWaiting) {
        reject(
          new Problem(
            "database_unavailable",
            "Too many requests are waiting for the database. Send it again.",
          ),
        );
        return;
      }
      waiting.push({ item, resolve, reject });
      if (!isWorking) void workOnAll();
    });
}
