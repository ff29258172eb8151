import "server-only";
import { isWatchable } from "./chain-nodes";
import { env } from "./env";

/** Whether deposits on a network are looked for: it has a node, or it is the sandbox's. */
export function isNetworkWatched(network: string): boolean {
  return confirmationsOn(network) !== undefined;
}

/** After how many blocks a deposit on it is final; `undefined` where nobody looks. */
export function confirmationsOn(network: string): number | undefined {
  const { assets, isSandbox, chainNodes } = env();
  if (!isSandbox && !Object.hasOwn(chainNodes, network)) return undefined;
  return assets.find((asset) => asset.network === network && isWatchable(asset))?.confirmations;
}
