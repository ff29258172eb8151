/** The payout currency when none is given (2.1 `toCurrency`, 2.3 `currency`). */
export const defaultCurrency = "NGN";
/** The country when none is given (2.1, 2.3, 4.4). */
export const defaultCountry = "NG";
/** The payout channel when none is given (2.3). */
export const defaultChannel = "BANK";
/** The asset ID when none is given (2.3); the only one that the interface names. */
export const defaultAsset = "base:usdc";

/** How many events of a transfer are shown at first, and as many with each step back. */
export const eventsAtFirst = 20;
/** How much of what the service sent stands in a list, in characters; the rest is asked for. */
export const shownOfBody = 2_048;
