import * as z from "zod/mini";
import { compareAmounts, parseAmount } from "#lib/money/amount";
import { readDecimal } from "#lib/money/money";
import { type AddressFamily, checkAddress } from "./address";

const families = ["evm", "solana", "tron", "unknown"] as const satisfies AddressFamily[];

const word = z.string().check(z.regex(/^[A-Za-z0-9._:-]{1,64}$/, "use letters, digits, and . _ : - only"));
const limit = z.optional(
  z
    .string()
    .check(z.refine((text) => readDecimal(text) !== undefined, 'use a decimal in quotes, such as "10.5"')),
);

const decimals = z.int().check(z.minimum(0), z.maximum(18));
const contract = z.string().check(z.regex(/^[\x21-\x7e]{1,128}$/, "use the address of a token's contract"));
const explorer = (place: string) =>
  z.optional(
    z
      .string()
      .check(z.refine((url) => url.startsWith("https://") && url.includes(place), `use https and ${place}`)),
  );

/** A token that somebody may send by mistake. */
const OtherToken = z.strictObject({ symbol: word, contract, decimals });

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
    decimals,
    addressFamily: z.enum(families),
    /** URL in which `{address}` is replaced. */
    explorer: explorer("{address}"),
    /** URL in which `{tx}`, a transaction's hash, is replaced. */
    explorerTx: explorer("{tx}"),
    /** The token's contract; on Solana its mint. */
    contract: z.optional(contract),
    /** What a node of the network answers to `eth_chainId`. */
    chainId: z.optional(z.int().check(z.minimum(1))),
    /** How a Safe calls the network before an address, such as `base` (EIP-3770). */
    chainPrefix: z.optional(
      z.string().check(z.regex(/^[a-z0-9-]{1,32}$/, "use small letters, digits and - only")),
    ),
    /** After this many blocks, its own included, a deposit is taken as final. */
    confirmations: z.optional(z.int().check(z.minimum(1), z.maximum(1_000))),
    otherTokens: z.optional(z.array(OtherToken).check(z.maxLength(20))),
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
    z.refine(
      ({ contract, otherTokens = [], addressFamily }) =>
        [contract, ...otherTokens.map((other) => other.contract)].every(
          (address) => address === undefined || checkAddress(address, addressFamily) !== "invalid",
        ),
      "each contract must be an address of the addressFamily",
    ),
  );
export type Asset = z.output<typeof Asset>;

function isAbove(least: string | undefined, most: string | undefined): boolean {
  const [from, to] = [readDecimal(least ?? ""), readDecimal(most ?? "")];
  return from !== undefined && to !== undefined && compareAmounts(from, to) > 0;
}

const isUnique = (values: string[]) => new Set(values).size === values.length;

/** Compares with the network's first row; a field that one row leaves out differs. */
function agreesInNetwork(rows: readonly Asset[]): boolean {
  return rows.every(({ network, chainId, chainPrefix, confirmations }) => {
    const first = rows.find((row) => row.network === network);
    return (
      first?.chainId === chainId &&
      first?.chainPrefix === chainPrefix &&
      first?.confirmations === confirmations
    );
  });
}

/** No asset ID and no pair of token and network twice; one network is one chain. */
export const AssetTable = z.array(Asset).check(
  z.minLength(1, "name at least one asset"),
  z.refine((rows) => isUnique(rows.map(({ asset }) => asset)), "an asset ID stands twice"),
  z.refine(
    (rows) => isUnique(rows.map(({ fromCurrency, network }) => `${fromCurrency} ${network}`)),
    "a fromCurrency and network stand twice",
  ),
  z.refine(agreesInNetwork, "rows of one network must have the same chainId, chainPrefix and confirmations"),
);
