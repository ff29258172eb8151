import type { Asset } from "./asset";
import { defaultAsset } from "./defaults";

export function findAsset(assets: readonly Asset[], id: string): Asset | undefined {
  return assets.find(({ asset }) => asset === id);
}

/** The interface's default where the table has it, else the first. */
export function firstAsset(assets: readonly Asset[]): Asset {
  const first = findAsset(assets, defaultAsset) ?? assets[0];
  if (first === undefined) throw new RangeError("The asset table is empty.");
  return first;
}

export function explorerUrl(asset: Asset, address: string): string | undefined {
  return asset.explorer?.replace("{address}", encodeURIComponent(address));
}

export function explorerTxUrl(asset: Asset, tx: string): string | undefined {
  return asset.explorerTx?.replace("{tx}", encodeURIComponent(tx));
}
