import "server-only";
import { hex } from "@scure/base";
import type { Block, ChainNetwork } from "#lib/server/chain/chain-network";
import { watchedNetworks } from "#lib/server/chain/networks";
import { type ChainNode, NodeError } from "#lib/server/chain/node";
import { env } from "#lib/server/config/env";
import { bad, type Finding, type Findings, ok, warn } from "./finding";

/** Invariant: names a node by its host alone: the rest of its address may be its key. */

const topic = "networks";
/** A node further behind is no witness. */
const oldHeadMs = 2 * 60_000;
const decimalsCall = "0x313ce567";
const symbolCall = "0x95d89b41";

/** Whether each node is on its network, up to date, and knows the tokens. The sandbox's own chain needs no check. */
export async function* checkChains(): Findings {
  if (env().isSandbox) return;
  const networks = watchedNetworks();
  if (networks.length === 0)
    yield ok(
      topic,
      "No network is watched: CHAIN_NODES is not set. Only the service says whether a deposit arrived.",
    );
  for (const network of networks) {
    const heads: { node: ChainNode; head: Block }[] = [];
    for (const node of network.nodes) {
      const head = yield* checkNode(network, node);
      if (head !== undefined) heads.push({ node, head });
    }
    const [one, other] = heads;
    if (one !== undefined && other !== undefined) yield await compare(network, one, other);
  }
}

async function* checkNode(
  network: ChainNetwork,
  node: ChainNode,
): AsyncGenerator<Finding, Block | undefined> {
  const who = `${network.network}, ${node.host}`;
  try {
    await network.reader.checkChain(node);
    const head = await network.reader.readHead(node);
    const ageMs = Date.now() - head.timeMs;
    if (ageMs > oldHeadMs)
      yield warn(
        topic,
        `${who}: its newest block is ${Math.round(ageMs / 60_000)} minutes old. Check the node.`,
      );
    else yield ok(topic, `${who}: on ${network.chain}, at block ${head.number}.`);
    for (const token of network.tokens) {
      const fault = await tokenFault(node, token);
      if (fault !== undefined)
        yield bad(topic, `${who}: ${fault} Check the contract of ${token.symbol} in OFFRAMP_ASSETS.`);
    }
    return head;
  } catch (error) {
    const why = error instanceof NodeError ? error.message : "It cannot be checked.";
    yield bad(topic, `${who}: ${why} Deposits on this network are not seen until it answers.`);
    return undefined;
  }
}

async function tokenFault(
  node: ChainNode,
  { contract, decimals, symbol }: ChainNetwork["tokens"][number],
): Promise<string | undefined> {
  const call = async (data: string) => String(await node.ask("eth_call", [{ to: contract, data }, "latest"]));
  const said = await call(decimalsCall);
  if (!/^0x[0-9a-f]{64}$/i.test(said)) return `No token is at ${contract}.`;
  if (BigInt(said) !== BigInt(decimals))
    return `${symbol} has ${BigInt(said)} decimals there, and ${decimals} here.`;
  const name = readText(await call(symbolCall));
  return name === symbol ? undefined : `The token is called ${name.slice(0, 20)} there, and ${symbol} here.`;
}

/** A text as contracts answer it: its place, its length, its bytes. */
function readText(answer: string): string {
  const digits = answer.slice(2);
  const length = Number.parseInt(digits.slice(64, 128), 16);
  const bytes = digits.slice(128, 128 + 2 * (Number.isFinite(length) ? Math.min(length, 64) : 0));
  return /^([0-9a-f]{2})*$/i.test(bytes) ? Buffer.from(hex.decode(bytes.toLowerCase())).toString() : "";
}

type Read = { node: ChainNode; head: Block };

/** At the same depth, which both have. */
async function compare(network: ChainNetwork, one: Read, other: Read): Promise<Finding> {
  const depth = Math.max(0, Math.min(one.head.number, other.head.number) - network.confirmations);
  const [first, second] = [
    await network.reader.readBlock(one.node, depth),
    await network.reader.readBlock(other.node, depth),
  ];
  return first !== null && first.hash === second?.hash
    ? ok(topic, `${network.network}: both nodes say the same of block ${depth}.`)
    : bad(
        topic,
        `${network.network}: the two nodes differ about block ${depth}. Find out which of them is right.`,
      );
}
