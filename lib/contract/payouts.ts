import { defaultCountry, defaultCurrency } from "#lib/asset/defaults";

/** The payouts that the dashboard knows how to check: one row a country. */
export const payouts = [
  {
    country: defaultCountry,
    countryName: "Nigeria",
    currency: defaultCurrency,
    minorDigits: 2,
    accountDigits: 10,
  },
] as const;
