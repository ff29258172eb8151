import "server-only";

/**
 * A list that a room offers to those above it, which it may not import. It is filled once a process, in `lib/features/all/index.ts`,
 * and its order is the order of work. Read before that it throws: a script that forgot the features would leave out their work.
 *
 * Invariant: one list a name in one process, as pages and handlers can each load their own copy of a module. It outlives what
 * `once` keeps: it holds code alone.
 */
export function hook<Entry>(name: string): {
  fill(entries: readonly Entry[]): void;
  all(): readonly Entry[];
} {
  const process = globalThis as { offrampHooks?: Map<string, readonly unknown[]> };
  process.offrampHooks ??= new Map();
  const lists = process.offrampHooks as Map<string, readonly Entry[]>;
  return {
    fill(entries) {
      lists.set(name, entries);
    },
    all() {
      const entries = lists.get(name);
      if (entries === undefined)
        throw new Error(`The list ${name} is not filled. Import lib/features/all/index.ts.`);
      return entries;
    },
  };
}
