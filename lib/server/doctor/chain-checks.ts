import type { Block, ChainNetwork } from "#lib/server/chain/chain-network";
import { watchedNetworks } from "#lib/server/chain/networks";
import { type ChainNode, NodeError } from "#lib/server/chain/node";
import { env } from "#lib/server/config/env";
import { bad, type Finding, type Findings, ok, warn } from "./finding";
import { whyNot } from "./why-not";

/** Invariant: names a node by its host alone: the rest of its address may be its key. */

const topic = "networks";
/** A node further behind is no witness. */
const oldHeadMs = 2 * 60_000;
/** Whether each node is on its network, up to date, and knows the tokens. The sandbox's own chain needs no check. */
export async function* checkChains(): Findings {
  if (env().isSandbox) return;
  const networks = watchedNetworks();
  if (networks.length === 0)
    yield ok(
      topic,
      "CHAIN_NODES is not set, so no network is watched. Only the service says whether a deposit arrived.",
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
      const fault = await tokenFault(network, node, token);
      if (fault !== undefined)
        yield bad(topic, `${who}: ${fault} Check the contract of ${token.symbol} in OFFRAMP_ASSETS.`);
    }
    yield* checkLimits(network, node, head);
    return head;
  } catch (error) {
    yield bad(
      topic,
      `${who}: ${whyOf(error, "Couldn't check this node.")} Deposits on this network are not seen until it answers.`,
    );
    return undefined;
  }
}

async function tokenFault(
  { reader }: ChainNetwork,
  node: ChainNode,
  { contract, decimals, symbol }: ChainNetwork["tokens"][number],
): Promise<string | undefined> {
  const token = await reader.readToken(node, contract);
  if (token === undefined) return `There is no token that we can watch at ${contract}.`;
  if (token.decimals !== decimals)
    return `${symbol} has ${token.decimals} decimals on the network, and ${decimals} in OFFRAMP_ASSETS.`;
  if (token.symbol === undefined || token.symbol === symbol) return undefined;
  return `The token is called ${token.symbol.slice(0, 20)} on the network, and ${symbol} in OFFRAMP_ASSETS.`;
}

const hourMs = 3_600_000;
/** Over so many blocks it is measured how fast they come. */
const measured = 1_000;
/** Of an hour: quick looks of two calls, settling ones of four and the questions below, and the audit. */
const steadyCalls = 720 * 2 + 60 * 4 + 60;

/** How much the node takes at once, and how often it is then asked while somebody waits for a deposit. */
async function* checkLimits({ network, reader }: ChainNetwork, node: ChainNode, head: Block): Findings {
  if (reader.largestRange === undefined) return;
  const who = `${network}, ${node.host}`;
  const blocks = await reader.largestRange(node, head);
  if (blocks === 0) {
    yield bad(
      topic,
      `${who}: it refuses a call for 500 addresses, so deposits on this network are not seen.`,
    );
    return;
  }
  const older = await reader.readBlock(node, Math.max(0, head.number - measured));
  const blockMs = older === null ? 0 : (head.timeMs - older.timeMs) / Math.max(1, head.number - older.number);
  const anHour = blockMs > 0 ? hourMs / blockMs : 0;
  const calls = steadyCalls + 60 * Math.max(1, Math.ceil(anHour / 60 / blocks));
  const said = `${who}: one call can ask for 500 addresses and ${blocks} blocks. Expect about ${calls} calls an hour while a deposit is awaited.`;
  yield blocks < anHour / 720
    ? warn(topic, `${said} Choose a node that takes more blocks.`)
    : ok(topic, said);
}

type Read = { node: ChainNode; head: Block };

/** At the same depth, which both have. */
async function compare({ network, reader }: ChainNetwork, one: Read, other: Read): Promise<Finding> {
  try {
    const final = [one, other].map(({ node, head }) => reader.readFinal(node, head));
    const depth = Math.max(0, Math.min(...(await Promise.all(final))));
    const [first, second] = [
      await reader.readHash(one.node, depth),
      await reader.readHash(other.node, depth),
    ];
    if (first !== null && first === second)
      return ok(topic, `${network}: both nodes have the same block ${depth}.`);
    return bad(
      topic,
      `${network}: the two nodes differ about block ${depth}. Find out which of them is right.`,
    );
  } catch (error) {
    const why = whyOf(error, "Couldn't read from one of them.");
    return warn(topic, `${network}: the two nodes could not be compared. ${why}`);
  }
}

function whyOf(error: unknown, otherwise: string): string {
  if (!(error instanceof NodeError)) return otherwise;
  return error.more.isAway === true ? whyNot(error.cause) : error.message;
}
