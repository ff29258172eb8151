/** Random choices that a seed repeats; what several things at once make of them is not repeated. */
export type Random = {
  /** A whole number below the limit. */
  below: (limit: number) => number;
  /** True in this share of the cases. */
  chance: (share: number) => boolean;
  /** One of the list. Throws for an empty one. */
  pick: <Value>(list: readonly Value[]) => Value;
};

/** Makes choices from a seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: (share) => next() < share,
    pick: (list) => {
      const value = list[below(list.length)];
      if (value === undefined) throw new RangeError("Nothing to choose from.");
      return value;
    },
  };
}
