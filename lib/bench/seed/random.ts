import { randomFillSync } from "node:crypto";

/** A source of numbers from 0 up to 1 that gives the same ones for the same start (mulberry32). */
export function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pool = Buffer.alloc(65_536);
let used = pool.length;

/** Random digits of base 16, many at a low cost. */
export function randomHex(digits: number): string {
  const bytes = Math.ceil(digits / 2);
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString("hex", used - bytes, used).slice(0, digits);
}
