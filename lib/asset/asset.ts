import * as z from "zod/mini";
import { compareAmounts, parseAmount } from "#lib/money/amount";
import { readDecimal } from "#lib/money/money";

/** `unknown`: the format can't be checked, and the screen says so. */
export const AddressFamily = z.enum(["evm", "solana", "tron", "unknown"]);
export type AddressFamily = z.output<typeof AddressFamily>;

const word = z.string().check(z.regex(/^[A-Za-z0-9._:-]{1,64}$/, "use letters, digits, and . _ : - only"));
const limit = z.optional(
  z
    .string()
    .check(z.refine((text) => readDecimal(text) !== undefined, 'use a decimal in quotes, such as "10.5"')),
);

/**
 * A token on a network, with the quote's `asset` (2.3) and the transfer's `fromCurrency` and `network` (2.1). The operator
 * configures the table, because the service's tokens endpoint is not shown.
 */
export const Asset = z
  .strictObject({
    /** Asset ID of a quote (2.3), such as `base:usdc`. */
    asset: word,
    /** Token symbol of a transfer (2.1), such as `USDC`. */
    fromCurrency: word,
    /** Network name of a transfer (2.1), such as `base`. */
    network: word,
    networkName: z.string().check(z.minLength(1), z.maxLength(64)),
    /** An amount with more decimals is refused. */
    decimals: z.int().check(z.minimum(0), z.maximum(18)),
    addressFamily: AddressFamily,
    /** URL in which `{address}` is replaced. */
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
    /** Inclusive. The operator's own limit: the service shows none. */
    minAmount: limit,
    /** Inclusive. The operator's own limit. */
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

/** No asset ID and no pair of token and network twice. */
export const AssetTable = z.array(Asset).check(
  z.minLength(1, "name at least one asset"),
  z.refine((rows) => isUnique(rows.map(({ asset }) => asset)), "an asset ID stands twice"),
  z.refine(
    (rows) => isUnique(rows.map(({ fromCurrency, network }) => `${fromCurrency} ${network}`)),
    "a fromCurrency and network stand twice",
  ),
);
