/** The same numbers for the same seed, from 0 up to 1. */
function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export class Chance {
  readonly next: () => number;
  constructor(seed: number) {
    this.next = randomOf(seed);
  }
  of(share: number): boolean {
    return this.next() < share;
  }
  upTo(most: number): number {
    return Math.floor(this.next() * (most + 1));
  }
  one<Value>(values: readonly Value[]): Value {
    const value = values[this.upTo(values.length - 1)];
    if (value === undefined) throw new RangeError("There is nothing to choose from.");
    return value;
  }
}
