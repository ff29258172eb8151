import type { AddressFamily } from "./address";
import type { Asset } from "./asset";

type Network = Pick<
  Asset,
  | "network"
  | "networkName"
  | "addressFamily"
  | "explorer"
  | "explorerTx"
  | "chainId"
  | "chainPrefix"
  | "confirmations"
>;
type Chain = Pick<Asset, "chainId" | "chainPrefix" | "confirmations">;

const evm = (network: string, networkName: string, explorer: string, chain: Chain): Network =>
  row({ network, networkName, addressFamily: "evm" }, [`${explorer}/address/`, `${explorer}/tx/`], chain);

function row(
  names: { network: string; networkName: string; addressFamily: AddressFamily },
  [address, tx]: readonly [string, string],
  chain: Chain,
): Network {
  return {
    ...names,
    explorer: `https://${address}{address}`,
    explorerTx: `https://${tx}{tx}`,
    ...chain,
  };
}

type Contracts = Pick<Asset, "contract" | "otherTokens">;

function token(symbol: string, decimals: number, on: Network, contracts: Contracts): Asset {
  return {
    asset: `${on.network}:${symbol.toLowerCase()}`,
    fromCurrency: symbol,
    decimals,
    ...on,
    ...contracts,
  };
}

/** USDC that a bridge issued: another token than Circle's own, with its own contract. */
const bridged = (symbol: string, contract: string) => ({ symbol, contract, decimals: 6 });

const base = evm("base", "Base", "basescan.org", { chainId: 8453, chainPrefix: "base", confirmations: 75 });
const ethereum = evm("ethereum", "Ethereum", "etherscan.io", {
  chainId: 1,
  chainPrefix: "eth",
  confirmations: 12,
});
const polygon = evm("polygon", "Polygon", "polygonscan.com", {
  chainId: 137,
  chainPrefix: "matic",
  confirmations: 50,
});
const arbitrum = evm("arbitrum", "Arbitrum One", "arbiscan.io", {
  chainId: 42_161,
  chainPrefix: "arb1",
  confirmations: 300,
});
const bsc = evm("bsc", "BNB Smart Chain", "bscscan.com", {
  chainId: 56,
  chainPrefix: "bnb",
  confirmations: 15,
});
// Solana has no chain ID, and calls a block final itself.
const solana = row(
  { network: "solana", networkName: "Solana", addressFamily: "solana" },
  ["solscan.io/address/", "solscan.io/tx/"],
  {},
);
const tron = row(
  { network: "tron", networkName: "Tron", addressFamily: "tron" },
  ["tronscan.org/#/address/", "tronscan.org/#/transaction/"],
  { chainId: 728_126_428, confirmations: 19 },
);

const usdcOnBase = token("USDC", 6, base, {
  contract: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  otherTokens: [
    bridged("USDbC", "0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA"),
    bridged("USDT", "0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2"),
  ],
});

/** Until the operator configures another: the one asset that the interface names. */
export const defaultAssets: readonly Asset[] = [usdcOnBase];

/** Their contracts are known, whatever the operator configures. */
export const knownAssets: readonly Asset[] = [
  usdcOnBase,
  token("USDC", 6, ethereum, { contract: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48" }),
  token("USDT", 6, ethereum, { contract: "0xdAC17F958D2ee523a2206206994597C13D831ec7" }),
  token("USDC", 6, polygon, {
    contract: "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359",
    otherTokens: [bridged("USDC.e", "0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174")],
  }),
  token("USDT", 6, polygon, { contract: "0xc2132D05D31c914a87C6611C10748AEb04B58e8F" }),
  token("USDC", 6, arbitrum, {
    contract: "0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
    otherTokens: [bridged("USDC.e", "0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8")],
  }),
  token("USDT", 6, arbitrum, { contract: "0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9" }),
  token("USDC", 18, bsc, { contract: "0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d" }),
  token("USDT", 18, bsc, { contract: "0x55d398326f99059fF775485246999027B3197955" }),
  token("USDC", 6, solana, { contract: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v" }),
  token("USDT", 6, solana, { contract: "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB" }),
  token("USDT", 6, tron, {
    contract: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
    otherTokens: [{ symbol: "USDC", contract: "TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8", decimals: 6 }],
  }),
];

/** On BNB Smart Chain both tokens have 18 decimals, elsewhere 6. Nobody waits long for the sandbox's own chain. */
export const sandboxAssets: readonly Asset[] = knownAssets.map((asset) =>
  asset.confirmations === undefined ? asset : { ...asset, confirmations: 2 },
);
