import { randomFrom } from "#lib/bench/seed/random";

/** Random choices that a seed repeats, though not what becomes of several things at once. */
export type Random = {
  /** A whole number below the limit. */
  below: (limit: number) => number;
  /** True in this share of the cases. */
  chance: (share: number) => boolean;
  /** One of the list. Throws for an empty one. */
  pick: <Value>(list: readonly Value[]) => Value;
};

/** Makes choices from a seed. */
export function choicesFrom(seed: number): Random {
  const next = randomFrom(seed);
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
