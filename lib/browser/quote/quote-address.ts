import type { Asset } from "#lib/asset/asset";
import { findAsset, firstAsset } from "#lib/asset/assets";

type Query = Record<string, string | string[] | undefined>;

/** Drops an amount that is not decimal text and an asset that is not in the table. */
export function readQuoteAddress(query: Query, assets: readonly Asset[]): { amount: string; asset: string } {
  const { amount, asset } = query;
  const isPlain = typeof amount === "string" && /^(0|[1-9]\d{0,17})(\.\d{1,18})?$/.test(amount);
  const known = typeof asset === "string" ? findAsset(assets, asset) : undefined;
  return { amount: isPlain ? amount : "", asset: (known ?? firstAsset(assets)).asset };
}

/** Further parameters may follow. */
export function writeQuoteAddress(
  amount: string,
  asset: string,
  further: Record<string, string> = {},
): string {
  const query = new URLSearchParams();
  if (/^\d+(\.\d+)?$/.test(amount)) query.set("amount", amount);
  query.set("asset", asset);
  for (const [name, value] of Object.entries(further)) query.set(name, value);
  // A colon needs no escape in a query, and people read addresses.
  return `?${query.toString().replaceAll("%3A", ":")}`;
}
