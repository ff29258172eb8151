import { defaultCountry, defaultCurrency } from "#lib/asset/defaults";

/** One row a country. */
export const payouts = [
  {
    country: defaultCountry,
    countryName: "Nigeria",
    currency: defaultCurrency,
    minorDigits: 2,
    accountDigits: 10,
  },
] as const;
