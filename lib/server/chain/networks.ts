import { toWire } from "#lib/asset/address";
import type { Asset } from "#lib/asset/asset";
import { apiKeyHeader } from "#lib/contract/offramp";
import { env } from "#lib/server/config/env";
import { watchedAssets } from "#lib/server/config/watched-network";
import { type ServiceAnswer, type ServiceRequest, sendToNode } from "#lib/server/service/offramp-http";
import { sandbox } from "#lib/server/service/own-sandbox";
import { sendToSandbox } from "#lib/server/service/sandbox-transport";
import type { ChainNetwork, ChainToken } from "./chain-network";
import { evmReader } from "./evm-reader";
import { type ChainNode, openNode } from "./node";
import { solanaConfirmations, solanaReader } from "./solana-reader";

/** Those with nodes; in sandbox mode those of the sandbox's own chain. */
export function watchedNetworks(): ChainNetwork[] {
  const assets = watchedAssets();
  const names = new Set(assets.map(({ network }) => network));
  return [...names].flatMap((network) => {
    const rows = assets.filter((asset) => asset.network === network);
    const [first] = rows;
    const [tokens, nodes] = [tokensOf(rows), first === undefined ? [] : nodesOf(network)];
    if (first?.addressFamily === "solana") {
      const confirmations = solanaConfirmations;
      return [{ network, chain: "Solana", confirmations, tokens, reader: solanaReader(tokens), nodes }];
    }
    if (first?.chainId === undefined || first.confirmations === undefined) return [];
    const { chainId, confirmations } = first;
    const reader = evmReader({ chainId, confirmations, tokens });
    return [{ network, chain: `chain ${chainId}`, confirmations, tokens, reader, nodes }];
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
    return [openNode({ network, url, headers: {}, send: sendToOwnChain })];
  }
  const { urls = [], headers = {} } = chainNodes[network] ?? {};
  return urls.map((url) => openNode({ network, url, headers, send: sendToNode }));
}

/** The sandbox plays its chain for whoever has its key. */
async function sendToOwnChain(request: ServiceRequest): Promise<ServiceAnswer> {
  const own = await sandbox();
  return sendToSandbox(own, { ...request, headers: { ...request.headers, [apiKeyHeader]: own.apiKey } });
}
