import "server-only";
import { setImmediate as nextTurn } from "node:timers/promises";
import { isDatabaseAway } from "./database-failure";

/** Invariant: whoever hands something in is told that it is written after its commit and never before. */

/** What may be written together: so many, and never two of one key. */
type Rules<Item> = { keyOf: (item: Item) => string; mostItems: number };
type Waiting<Item> = { item: Item; resolve: () => void; reject: (reason: unknown) => void };

/**
 * Writes what comes at the same time in one commit: what is handed in while a group is written waits for the next one.
 * Of a group that cannot be written each is tried alone; where the database is away, all that wait fail at once.
 */
export function inGroups<Item>(
  { keyOf, mostItems }: Rules<Item>,
  write: (items: readonly Item[]) => Promise<void>,
): (item: Item) => Promise<void> {
  let waiting: Waiting<Item>[] = [];
  let isWriting = false;

  function takeGroup(): Waiting<Item>[] {
    const group = new Map<string, Waiting<Item>>();
    const rest: Waiting<Item>[] = [];
    for (const one of waiting) {
      const key = keyOf(one.item);
      if (group.size < mostItems && !group.has(key)) group.set(key, one);
      else rest.push(one);
    }
    waiting = rest;
    return [...group.values()];
  }

  async function writeGroup(group: readonly Waiting<Item>[]): Promise<void> {
    try {
      await write(group.map(({ item }) => item));
      for (const { resolve } of group) resolve();
    } catch (error) {
      if (isDatabaseAway(error)) {
        for (const { reject } of [...group, ...waiting]) reject(error);
        waiting = [];
      } else if (group.length === 1) group[0]?.reject(error);
      else for (const one of group) await writeGroup([one]);
    }
  }

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      // Whatever else has arrived by then goes along.
      await nextTurn();
      await writeGroup(takeGroup());
    }
    isWriting = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isWriting) void writeAll();
    });
}
