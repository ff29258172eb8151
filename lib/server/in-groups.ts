import "server-only";
import { setImmediate as nextTurn } from "node:timers/promises";
import { isDatabaseAway } from "./database-failure";

/** Invariant: whoever hands something in is told that it is written after its commit and never before. */

type Waiting<Item> = { item: Item; resolve: () => void; reject: (reason: unknown) => void };
/** Which of the items may be written in one group; the others wait for the next. */
type Choose<Item> = (items: readonly Item[]) => readonly Item[];

/**
 * Writes what comes at the same time in one commit: what is handed in while a group is written waits for the next one.
 * Of a group that cannot be written each is tried alone; where the database is away, all that wait fail at once.
 */
export function inGroups<Item>(
  choose: Choose<Item>,
  write: (items: readonly Item[]) => Promise<void>,
): (item: Item) => Promise<void> {
  let waiting: Waiting<Item>[] = [];
  let isWriting = false;

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
    while (waiting.length > 0) {
      // Whatever else has arrived by now goes along.
      await nextTurn();
      const chosen = new Set(choose(waiting.map(({ item }) => item)));
      const group = waiting.filter(({ item }) => chosen.has(item));
      waiting = waiting.filter(({ item }) => !chosen.has(item));
      await writeGroup(group);
    }
    isWriting = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isWriting) return;
      isWriting = true;
      void writeAll();
    });
}
