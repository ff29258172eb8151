import "server-only";

/** How long a session lasts. */

/** After sign-in, whatever is done in it. */
export const sessionLifeMs = 12 * 60 * 60_000;
/** After the last act. */
export const idleMs = 30 * 60_000;

/** Sessions whose last act is not after this moment (ISO 8601) have ended, whether their row is still there or not. */
export function idleSince(): string {
  return new Date(Date.now() - idleMs).toISOString();
}
