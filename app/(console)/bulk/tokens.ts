import type { Asset } from "#lib/asset/asset";

/** What a page needs of the table of assets. */
export type Token = { asset: string; symbol: string; networkName: string };

export function tokensOf(assets: readonly Asset[]): Token[] {
  return assets.map(({ asset, fromCurrency: symbol, networkName }) => ({ asset, symbol, networkName }));
}

/** `USDC on Base`; an ID that the table doesn't have stands as it is. */
export function tokenName(tokens: readonly Token[], asset: string): string {
  const token = tokens.find((each) => each.asset === asset);
  return token === undefined ? asset : `${token.symbol} on ${token.networkName}`;
}

export function symbolOf(tokens: readonly Token[], asset: string | null): string {
  return tokens.find((each) => each.asset === asset)?.symbol ?? "";
}
