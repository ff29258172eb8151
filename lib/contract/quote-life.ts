/** Nothing is created on an older quote. The service states no expiry. */
export const quoteLifeMs = 60_000;
