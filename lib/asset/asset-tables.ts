import type { AddressFamily, Asset } from "./asset";

type Network = Pick<Asset, "network" | "networkName" | "addressFamily" | "explorer">;

const evm = (network: string, networkName: string, explorer: string): Network =>
  row(network, networkName, "evm", explorer);

function row(network: string, networkName: string, addressFamily: AddressFamily, explorer: string): Network {
  return { network, networkName, addressFamily, explorer: `https://${explorer}/address/{address}` };
}

function token(symbol: string, decimals: number, on: Network): Asset {
  return { asset: `${on.network}:${symbol.toLowerCase()}`, fromCurrency: symbol, decimals, ...on };
}

const base = evm("base", "Base", "basescan.org");
const ethereum = evm("ethereum", "Ethereum", "etherscan.io");
const polygon = evm("polygon", "Polygon", "polygonscan.com");
const arbitrum = evm("arbitrum", "Arbitrum One", "arbiscan.io");
const bsc = evm("bsc", "BNB Smart Chain", "bscscan.com");
const solana = row("solana", "Solana", "solana", "solscan.io");
const tron: Network = {
  ...row("tron", "Tron", "tron", ""),
  explorer: "https://tronscan.org/#/address/{address}",
};

/** Until the operator configures another: the one asset that the interface names. */
export const defaultAssets: readonly Asset[] = [token("USDC", 6, base)];

/** On BNB Smart Chain both tokens have 18 decimals, elsewhere 6. */
export const sandboxAssets: readonly Asset[] = [
  token("USDC", 6, base),
  token("USDC", 6, ethereum),
  token("USDT", 6, ethereum),
  token("USDC", 6, polygon),
  token("USDT", 6, polygon),
  token("USDC", 6, arbitrum),
  token("USDT", 6, arbitrum),
  token("USDC", 18, bsc),
  token("USDT", 18, bsc),
  token("USDC", 6, solana),
  token("USDT", 6, solana),
  token("USDT", 6, tron),
];
