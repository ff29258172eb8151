import type { JoinBuilder } from "kysely";
import type { Schema } from "#lib/server/tables/schema";

/** After sign-in, whatever happens. */
export const sessionLifeMs = 12 * 60 * 60_000;
/** After the last act. */
export const idleMs = 30 * 60_000;

/** Of one person. One more ends the one that was used longest ago. */
export const mostSessions = 20;

/** Sessions whose last act is not after this moment (ISO 8601) have ended, even if their row exists. */
export function idleSince(): string {
  return new Date(Date.now() - idleMs).toISOString();
}

/** Leaves out sessions that a change of the person has ended. */
export function isSessionOfPerson(join: JoinBuilder<Schema, "people" | "sessions">) {
  return join
    .onRef("sessions.person_id", "=", "people.id")
    .onRef("sessions.sign_in_version", "=", "people.sign_in_version")
    .onRef("sessions.has_second_factor", ">=", "people.two_factor_enabled");
}
