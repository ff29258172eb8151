import "server-only";

/**
 * Invariant: a stored time counts only where a clock that is right can have written it. One that lies further ahead than
 * the clocks of servers differ is invalid, and what it allowed or refused is over: nothing lasts longer than its length
 * because a clock was ahead once.
 */

/** How far the clocks of several servers may differ. */
export const clockToleranceMs = 2 * 60_000;

/** Whether a stored time (ISO 8601) lies ahead of every clock, or is none. */
export function isAhead(at: string): boolean {
  return !(Date.parse(at) <= Date.now() + clockToleranceMs);
}

/** Whether what ends at a stored time is over: the time has come, or it is further away than the whole length. */
export function hasEnded(endsAt: string, lengthMs: number): boolean {
  const now = Date.now();
  const end = Date.parse(endsAt);
  return !(now < end && end <= now + lengthMs + clockToleranceMs);
}

/** The latest time (ISO 8601) that may be stored of what has happened, or of what ends after so long. */
export function latestTime(lengthMs = 0): string {
  return new Date(Date.now() + lengthMs + clockToleranceMs).toISOString();
}

/** The time now (ISO 8601), or the moment after a stored one where the clock was put back: an order never turns round. */
export function timeAfter(at: string): string {
  const now = new Date().toISOString();
  return now > at ? now : new Date(Date.parse(at) + 1).toISOString();
}
