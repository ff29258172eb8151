/** The payout currency when none is given (2.1 `toCurrency`, 2.3 `currency`). */
export const defaultCurrency = "NGN";
/** The country when none is given (2.1, 2.3, 4.4). */
export const defaultCountry = "NG";
/** The payout channel when none is given (2.3). */
export const defaultChannel = "BANK";
/** The asset ID when none is given (2.3); the only one that the interface names. */
export const defaultAsset = "base:usdc";
