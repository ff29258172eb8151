/**
 * Invariant: a stored time counts only where a right clock can have written it. One further ahead than clocks differ is
 * invalid, so that nothing outlasts its length.
 */

/** How far the clocks of several servers may differ: a session of one is not "of the future" on another. */
export const clockToleranceMs = 10 * 60_000;

/** Also true for a text that is no time (ISO 8601). */
export function isAhead(at: string): boolean {
  return !(Date.parse(at) <= Date.now() + clockToleranceMs);
}

/** Also true when the end is further away than the whole length. */
export function hasEnded(endsAt: string, lengthMs: number): boolean {
  const now = Date.now();
  const end = Date.parse(endsAt);
  return !(now < end && end <= now + lengthMs + clockToleranceMs);
}

/** The latest valid time (ISO 8601) for what has happened, or for what ends after `lengthMs`. */
export function latestTime(lengthMs = 0): string {
  return new Date(Date.now() + lengthMs + clockToleranceMs).toISOString();
}

/** Now, or just after a stored time where the clock was put back, so that the order stays. */
export function timeAfter(at: string): string {
  const now = new Date().toISOString();
  return now > at ? now : new Date(Date.parse(at) + 1).toISOString();
}
