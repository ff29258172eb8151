import "server-only";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Problem } from "#lib/contract/problem";
import { isDatabaseAway } from "./database-failure";

/** Invariant: whoever hands something in is told what became of it after its group is done and never before. */

/** How many are asked for together, and that two with the same key are not. */
type Rules<Item> = { mostItems: number; keyOf?: (item: Item) => string };
type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
};

/** More would wait for longer than whoever asked does, and in memory. */
const mostWaiting = 5_000;

/**
 * Asks the database once for what comes at the same time: what is handed in while a group is in work waits for the next
 * one. `work` gives a result for each item, in their order. Of a group that fails each is tried alone; where the database
 * is away, all that wait fail at once. Rejects with `database_unavailable` where too many wait.
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
      // Whatever else has arrived by then goes along.
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
