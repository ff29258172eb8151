/** Invariant: when a delivery is tried again follows from its failures alone: ten tries in 75 h 35 min, as Standard Webhooks has it. */

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

const waitsMs = [
  ...[5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour],
  ...[10 * hour, 14 * hour, 20 * hour, 24 * hour],
];
const spread = 0.1;
const longestAskedMs = 24 * hour;

/** With every wait at its longest: what is tried for longer has waited for an endpoint that rests. */
export const triedForMs = waitsMs.reduce((sum, ms) => sum + ms, 0) * (1 + spread);

/** Until the next try after so many failures; `undefined` after the last one. The receiver may ask for more, up to a day. */
export function retryWaitMs(failures: number, askedMs = 0): number | undefined {
  const wait = waitsMs[failures - 1];
  if (wait === undefined) return undefined;
  const spreadWait = Math.round(wait * (1 - spread + 2 * spread * Math.random()));
  return Math.max(spreadWait, Math.min(askedMs, longestAskedMs));
}

/** A `Retry-After`: seconds, or a date. */
export function readRetryMs(value: string | undefined, now: number): number {
  const text = value?.trim() ?? "";
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * second : Date.parse(text) - now;
  return Number.isNaN(ms) ? 0 : Math.max(ms, 0);
}

/** So many failures in a row before the admins hear of it, and before an endpoint rests. */
export const warnedAt = 5;
export const restsAt = 10;
export const longestRestMs = 15 * minute;

/** How long an endpoint isn't tried. */
export function restMs(failuresInRow: number): number {
  return Math.min(longestRestMs, minute * 2 ** Math.max(0, failuresInRow - restsAt));
}
