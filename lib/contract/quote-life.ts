import type { Amount } from "#lib/money/money";

/** Nothing is created on an older quote. The service states no expiry. */
export const quoteLifeMs = 60_000;

/** A quote that is more than the accepted one by more per cent is asked about: no rate moves so far within a minute. */
export const mostRisePercent = "1" as Amount;
