import type { OffReason } from "#lib/contract/outbox/off-reasons";
import type { DeliveryTables } from "#lib/server/tables/delivery-rows";
import { longestRestMs, restMs, restsAt, warnedAt } from "./schedule";

/** Invariant: how an endpoint stands follows from the ends of its tries, one after the other. */

export type Endpoint = DeliveryTables["endpoints"];
export type Health = Pick<
  Endpoint,
  "is_on" | "off_why" | "failures_in_row" | "failing_since" | "rest_until" | "last_ok_at" | "last_result"
>;

/** A try's end, as an endpoint sees it. */
export type TryEnd = {
  /** An HTTP status, or a word. */
  result: string;
  isDelivered: boolean;
  /** The one try that an endpoint gets after a rest. */
  isTrial: boolean;
  isGone: boolean;
  /** How long it asks not to be tried with anything; 0: it doesn't. */
  asksMs: number;
  /** When its delivery was first tried, where this was its last try. */
  givenUpSince: string | null;
};

/** After one more try. */
export function healthAfter(health: Health, end: TryEnd, now: string): Health {
  const { result: last_result, isDelivered } = end;
  if (isDelivered)
    return {
      ...health,
      last_result,
      ...{ failures_in_row: 0, failing_since: null, rest_until: null },
      last_ok_at: now,
    };
  const isResting = health.rest_until !== null && health.rest_until > now && !end.isTrial;
  // Those that were under way when it began to rest say nothing new.
  const failures_in_row = isResting ? health.failures_in_row : health.failures_in_row + 1;
  const off_why = offReason(health, end);
  const ownRest =
    isResting || failures_in_row < restsAt ? health.rest_until : later(now, restMs(failures_in_row));
  const asked = end.asksMs === 0 ? null : later(now, Math.min(end.asksMs, longestRestMs));
  return {
    ...health,
    ...{ last_result, failures_in_row, failing_since: health.failing_since ?? now },
    rest_until: asked !== null && (ownRest === null || ownRest < asked) ? asked : ownRest,
    ...(off_why !== null && { is_on: 0, off_why }),
  };
}

function offReason({ last_ok_at }: Health, { isGone, givenUpSince }: TryEnd): OffReason | null {
  if (isGone) return "gone";
  const isSilent = givenUpSince !== null && (last_ok_at === null || last_ok_at < givenUpSince);
  return isSilent ? "nothing_delivered" : null;
}

/** What a person should hear of. */
export function newsOf(before: Health, after: Health): "failing" | "stopped" | undefined {
  if (before.is_on === 1 && after.is_on === 0) return "stopped";
  return before.failures_in_row < warnedAt && after.failures_in_row >= warnedAt ? "failing" : undefined;
}

export function later(at: string, ms: number): string {
  return new Date(Date.parse(at) + ms).toISOString();
}
