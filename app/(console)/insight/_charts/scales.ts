import { type ScaleLinear, scaleLinear } from "d3-scale";
import type { Amount } from "#lib/money/money";

/** How amounts become places in a drawing. Only a drawing rounds: every number that is said beside it is exact. */

export type Axis = {
  scale: ScaleLinear<number, number>;
  ticks: { at: number; text: string }[];
  width: number;
};

/** Upwards from the bottom, `height` pixels high. `extent` is widened to round numbers. */
export function axisOf(extent: [number, number], height: number, count: number): Axis {
  const scale = scaleLinear().domain(extent).range([height, 0]).nice(count);
  const write = writerFor(scale.domain()[1] ?? 0);
  const ticks = scale.ticks(count).map((value) => ({ at: Math.round(scale(value)), text: write(value) }));
  const longest = Math.max(...ticks.map(({ text }) => text.length));
  return { scale, ticks, width: longest * letter + 8 };
}

/** How wide a digit is, at most. */
const letter = 7;

export function drawnValue(amount: Amount): number {
  return Number.parseFloat(amount);
}

/** `25,000`; from ten million on `25M`, so that an axis stays narrow. */
function writerFor(most: number): (value: number) => string {
  const isLong = most >= 10_000_000;
  const format = new Intl.NumberFormat("en-GB", {
    notation: isLong ? "compact" : "standard",
    maximumSignificantDigits: isLong ? 4 : 12,
  });
  return (value) => format.format(value);
}

/** Every how many of so many parts have their name below, so that no two touch: with room, and on a phone. */
export function namedEvery(parts: number): { wide: number; narrow: number } {
  if (parts <= 7) return { wide: 1, narrow: 1 };
  return parts <= 13 ? { wide: 1, narrow: 3 } : { wide: 7, narrow: 14 };
}
