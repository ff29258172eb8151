import "server-only";

/** After sign-in, whatever happens. */
export const sessionLifeMs = 12 * 60 * 60_000;
/** After the last act. */
export const idleMs = 30 * 60_000;

/** Sessions whose last act is not after this moment (ISO 8601) have ended, even if their row exists. */
export function idleSince(): string {
  return new Date(Date.now() - idleMs).toISOString();
}
