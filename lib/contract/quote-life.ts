/** A quote older than this is dead: nothing is created on it. The service states no expiry. */
export const quoteLifeMs = 60_000;
