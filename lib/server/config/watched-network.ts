import type { Asset } from "#lib/asset/asset";
import { isWatchable } from "./chain-nodes";
import { env } from "./env";

/** The assets whose deposits are looked for: their network has a node, or the sandbox plays it, which has no Solana. */
export function watchedAssets(): Asset[] {
  const { assets, isSandbox, chainNodes } = env();
  const isRead = ({ network, addressFamily }: Asset) =>
    isSandbox ? addressFamily !== "solana" : Object.hasOwn(chainNodes, network);
  return assets.filter((asset) => isRead(asset) && isWatchable(asset));
}

/** Whether deposits on a network are looked for. */
export function isNetworkWatched(network: string): boolean {
  return watchedAssets().some((asset) => asset.network === network);
}

/** After how many blocks a deposit on it is final; `undefined` where nobody looks, and where the network itself says so. */
export function confirmationsOn(network: string): number | undefined {
  const asset = watchedAssets().find((each) => each.network === network);
  return asset?.addressFamily === "solana" ? undefined : asset?.confirmations;
}
