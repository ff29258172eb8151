import "server-only";
import { setImmediate as nextTurn } from "node:timers/promises";
import { isDatabaseAway } from "./database-failure";

/** Invariant: whoever hands something in is told that it is written after its commit and never before. */

/** What may be written together, and beside each other: never two of one key at a time. */
type Rules<Item> = { keyOf: (item: Item) => string; mostItems: number; mostGroups: number };
type Waiting<Item> = { item: Item; key: string; resolve: () => void; reject: (reason: unknown) => void };

/**
 * Writes what comes at the same time in one commit: what is handed in while groups are written waits for the next one.
 * Of a group that cannot be written each is tried alone; where the database is away, all that wait fail at once.
 */
export function inGroups<Item>(
  { keyOf, mostItems, mostGroups }: Rules<Item>,
  write: (items: readonly Item[]) => Promise<void>,
): (item: Item) => Promise<void> {
  let waiting: Waiting<Item>[] = [];
  const inWork = new Set<string>();
  let groups = 0;

  function takeGroup(): Waiting<Item>[] {
    const group: Waiting<Item>[] = [];
    const rest: Waiting<Item>[] = [];
    for (const one of waiting) {
      const isFree = group.length < mostItems && !inWork.has(one.key);
      if (isFree) inWork.add(one.key);
      (isFree ? group : rest).push(one);
    }
    waiting = rest;
    return group;
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
    groups += 1;
    for (;;) {
      // Whatever else has arrived by now goes along.
      await nextTurn();
      const group = takeGroup();
      // What is left is of keys that another group holds, which comes back for them.
      if (group.length === 0) break;
      await writeGroup(group);
      for (const { key } of group) inWork.delete(key);
    }
    groups -= 1;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, key: keyOf(item), resolve, reject });
      if (groups < mostGroups) void writeAll();
    });
}
