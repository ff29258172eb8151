import { hex } from "@scure/base";
import { type AddressFamily, tronBytes } from "#lib/asset/address";
import type { Asset } from "#lib/asset/asset";

/** `contract` is as on the wire. */
export type Token = { symbol: string; contract: string; decimals: number };
/** The chain of a network: its own tokens first, then others that may be sent by mistake. */
export type Network = { name: string; family: AddressFamily; chainId: number; tokens: readonly Token[] };

/** For a network whose rows name none: what development chains usually answer. */
const chainIdWithoutOne = 1337;

/** One for each network of the table that JSON-RPC of Ethereum's kind can read. */
export function openNetworks(assets: readonly Asset[]): ReadonlyMap<string, Network> {
  const rowsOf = new Map<string, Asset[]>();
  for (const row of assets) {
    if (row.addressFamily !== "evm" && row.addressFamily !== "tron") continue;
    rowsOf.set(row.network, [...(rowsOf.get(row.network) ?? []), row]);
  }
  return new Map([...rowsOf].map(([name, rows]) => [name, networkOf(name, rows)]));
}

function networkOf(name: string, rows: readonly Asset[]): Network {
  const family = rows[0]?.addressFamily ?? "evm";
  const own = rows.flatMap(({ fromCurrency: symbol, contract, decimals }) =>
    contract === undefined ? [] : [{ symbol, contract, decimals }],
  );
  const others = rows.flatMap(({ otherTokens = [] }) => otherTokens);
  return {
    name,
    family,
    chainId: rows[0]?.chainId ?? chainIdWithoutOne,
    tokens: [...own, ...others].map((token) => ({
      ...token,
      contract: wireAddress(token.contract, family),
    })),
  };
}

/** Twenty bytes as 0x and lower-case hex, whatever the family writes. */
export function wireAddress(address: string, family: AddressFamily): string {
  return family === "tron" ? `0x${hex.encode(tronBytes(address))}` : address.toLowerCase();
}
