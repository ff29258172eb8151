/** 2.1 `toCurrency`, 2.3 `currency`. */
export const defaultCurrency = "NGN";
/** 2.1, 2.3, 4.4. */
export const defaultCountry = "NG";
/** 2.3. */
export const defaultChannel = "BANK";
/** 2.3; the only asset that the interface names. */
export const defaultAsset = "base:usdc";

/** Also the size of each step back. */
export const eventsAtFirst = 20;
/** In characters; the rest is fetched on demand. */
export const shownOfBody = 2_048;
