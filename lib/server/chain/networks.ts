import "server-only";
import { toWire } from "#lib/asset/address";
import type { Asset } from "#lib/asset/asset";
import { apiKeyHeader } from "#lib/contract/offramp";
import { isWatchable } from "#lib/server/config/chain-nodes";
import { env } from "#lib/server/config/env";
import { sandbox, serviceKey } from "#lib/server/service/offramp";
import { sendOverHttp } from "#lib/server/service/offramp-http";
import { sendToSandbox } from "#lib/server/service/sandbox-transport";
import { type ChainNode, openNode } from "./node";

/** `contract` is as on the wire: 20 bytes in lower-case hex after 0x. */
type ChainToken = {
  symbol: string;
  contract: string;
  decimals: number;
  /** Whether transfers can be in it: another token may have the same symbol. */
  isAsset: boolean;
};
/** A network that is watched. */
export type ChainNetwork = {
  network: string;
  chainId: number;
  confirmations: number;
  tokens: readonly ChainToken[];
  /** The first is asked; a second one checks it. */
  nodes: readonly ChainNode[];
};

/** Those with nodes; in sandbox mode those of the sandbox's own chain. */
export function watchedNetworks(): ChainNetwork[] {
  const { assets, isSandbox, chainNodes } = env();
  const names = isSandbox ? new Set(assets.map(({ network }) => network)) : Object.keys(chainNodes);
  return [...names].flatMap((network) => {
    const rows = assets.filter((asset) => asset.network === network && isWatchable(asset));
    const [first] = rows;
    if (first?.chainId === undefined || first.confirmations === undefined) return [];
    const { chainId, confirmations } = first;
    return [{ network, chainId, confirmations, tokens: tokensOf(rows), nodes: nodesOf(network) }];
  });
}

function tokensOf(rows: readonly Asset[]): ChainToken[] {
  const own = rows.flatMap(({ fromCurrency: symbol, contract, decimals }) =>
    contract === undefined ? [] : [{ symbol, contract, decimals, isAsset: true }],
  );
  const all = [
    ...own,
    ...rows.flatMap(({ otherTokens = [] }) => otherTokens.map((token) => ({ ...token, isAsset: false }))),
  ];
  const onWire = all.map((token) => ({ ...token, contract: toWire(token.contract) }));
  return onWire.filter(({ contract }, at) => onWire.findIndex((token) => token.contract === contract) === at);
}

function nodesOf(network: string): ChainNode[] {
  const { isSandbox, chainNodes } = env();
  if (isSandbox) {
    const url = `http://sandbox.localhost/sandbox/chain/${encodeURIComponent(network)}`;
    const headers = { [apiKeyHeader]: serviceKey() };
    return [openNode({ network, url, headers, send: (request) => sendToSandbox(sandbox(), request) })];
  }
  const { urls = [], headers = {} } = chainNodes[network] ?? {};
  return urls.map((url) => openNode({ network, url, headers, send: sendOverHttp }));
}
