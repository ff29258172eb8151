import * as z from "zod/mini";
import { compareAmounts, parseAmount } from "#lib/money/amount";
import { readDecimal } from "#lib/money/money";

/** How addresses of a network are written. `unknown`: the format cannot be checked, and the screen says so. */
export const AddressFamily = z.enum(["evm", "solana", "tron", "unknown"]);
export type AddressFamily = z.output<typeof AddressFamily>;

const word = z.string().check(z.regex(/^[A-Za-z0-9._:-]{1,64}$/, "use letters, digits, and . _ : - only"));
const limit = z.optional(
  z
    .string()
    .check(z.refine((text) => readDecimal(text) !== undefined, 'use a decimal in quotes, such as "10.5"')),
);

/**
 * One row of the asset table: a token on a network under both of the service's namings, the quote's `asset` (2.3) and
 * the `fromCurrency` and `network` of a transfer (2.1). The service's tokens endpoint is not shown, so the table is
 * the operator's configuration.
 */
export const Asset = z
  .strictObject({
    /** Asset ID of a quote (2.3), such as `base:usdc`. */
    asset: word,
    /** Token symbol of a transfer (2.1), such as `USDC`. */
    fromCurrency: word,
    /** Network name of a transfer (2.1), such as `base`. */
    network: word,
    /** The network in words, for people. */
    networkName: z.string().check(z.minLength(1), z.maxLength(64)),
    /** Decimals of the token on this network: an amount with more is refused. */
    decimals: z.int().check(z.minimum(0), z.maximum(18)),
    /** Decides the check of a deposit address. */
    addressFamily: AddressFamily,
    /** Page of a block explorer for an address; `{address}` is replaced. */
    explorer: z.optional(
      z
        .string()
        .check(
          z.refine(
            (url) => url.startsWith("https://") && url.includes("{address}"),
            "use https and {address}",
          ),
        ),
    ),
    /** Smallest amount to send, inclusive. Not shown by the service: the operator's own limit. */
    minAmount: limit,
    /** Largest amount to send, inclusive. The operator's own limit. */
    maxAmount: limit,
  })
  .check(
    z.refine(
      ({ minAmount, maxAmount, decimals }) =>
        [minAmount, maxAmount].every((text) => text === undefined || parseAmount(text, decimals).ok),
      "minAmount and maxAmount must be amounts of this token",
    ),
    z.refine(
      ({ minAmount, maxAmount }) => !isAbove(minAmount, maxAmount),
      "minAmount must not be above maxAmount",
    ),
  );
export type Asset = z.output<typeof Asset>;

function isAbove(least: string | undefined, most: string | undefined): boolean {
  const [from, to] = [readDecimal(least ?? ""), readDecimal(most ?? "")];
  return from !== undefined && to !== undefined && compareAmounts(from, to) > 0;
}

const isUnique = (values: string[]) => new Set(values).size === values.length;

/** The asset table: at least one row, and no asset ID and no pair of token and network twice. */
export const AssetTable = z.array(Asset).check(
  z.minLength(1, "name at least one asset"),
  z.refine((rows) => isUnique(rows.map(({ asset }) => asset)), "an asset ID stands twice"),
  z.refine(
    (rows) => isUnique(rows.map(({ fromCurrency, network }) => `${fromCurrency} ${network}`)),
    "a fromCurrency and network stand twice",
  ),
);
