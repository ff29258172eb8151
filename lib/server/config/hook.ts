import "server-only";

/**
 * A list that a room offers to those above it, which it may not import. It is filled once for each copy of the modules, in
 * `lib/features/all/index.ts`, and its order is the order of work. Read before that it throws: a script that forgot the features would
 * leave out their work.
 *
 * Invariant: a copy of the modules that was filled works with its own entries. The framework loads one for what starts a server and
 * others for its pages and handlers; an entry of another copy would not know this one's transactions and problems. A page fills
 * none: it only reads, and reads what was filled last.
 */
export function hook<Entry>(name: string): {
  fill(entries: readonly Entry[]): void;
  all(): readonly Entry[];
} {
  const process = globalThis as { offrampHooks?: Map<string, readonly unknown[]> };
  process.offrampHooks ??= new Map();
  const lists = process.offrampHooks as Map<string, readonly Entry[]>;
  let own: readonly Entry[] | undefined;
  return {
    fill(entries) {
      own = entries;
      lists.set(name, entries);
    },
    all() {
      const entries = own ?? lists.get(name);
      if (entries === undefined)
        throw new Error(`The list ${name} is not filled. Import lib/features/all/index.ts.`);
      return entries;
    },
  };
}
