import "server-only";
import { setImmediate as nextTurn } from "node:timers/promises";
import { isDatabaseAway } from "./database-failure";

/** Invariant: whoever hands something in is told what became of it after its group is done and never before. */

/** What may be done together: so many, and never two of one key. */
type Rules<Item> = { keyOf: (item: Item) => string; mostItems: number };
type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
};

/**
 * Asks the database once for what comes at the same time: what is handed in while a group is done waits for the next one.
 * `work` gives a result for each item, in their order. Of a group that fails each is tried alone; where the database is
 * away, all that wait fail at once.
 */
export function inGroups<Item, Result>(
  { keyOf, mostItems }: Rules<Item>,
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let isWorking = false;

  function takeGroup(): Waiting<Item, Result>[] {
    const group = new Map<string, Waiting<Item, Result>>();
    const rest: Waiting<Item, Result>[] = [];
    for (const one of waiting) {
      const key = keyOf(one.item);
      if (group.size < mostItems && !group.has(key)) group.set(key, one);
      else rest.push(one);
    }
    waiting = rest;
    return [...group.values()];
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
      waiting.push({ item, resolve, reject });
      if (!isWorking) void workOnAll();
    });
}
