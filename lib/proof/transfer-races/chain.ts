import { randomBytes } from "node:crypto";
import { beginWatching, CursorMoved, readCursor } from "#lib/server/chain/cursors";
import type { Ground } from "#lib/server/chain/heads";
import { lookQuickly, lookToSettle } from "#lib/server/chain/looks";
import { watchedNetworks } from "#lib/server/chain/networks";
import { NodeError } from "#lib/server/chain/node";
import { readHot, readWatched } from "#lib/server/chain/watched";
import { db } from "#lib/server/database/db";
import { watchedAssets } from "#lib/testing/servers/watching-dashboard";
import { type FakeNode, startFakeNode } from "#lib/testing/service/fake-node";
import { topicOf, transferTopic } from "#lib/testing/service/sandbox-chain";

/** The network of an arena, and this server's looks at it. Each look is one act. */
export type Chain = {
  variables: Record<string, string>;
  /** From now on what is created is watched. */
  begin: () => Promise<void>;
  /** A deposit of the whole amount, in a new block. */
  pay: (to: string, from: string, hash: string) => void;
  /** Makes the newest block again, without what is in it. */
  takeBack: () => void;
  look: () => Promise<{ status: number }>;
  settle: () => Promise<{ status: number }>;
  close: () => Promise<void>;
};

const [{ contract = "", chainId = 0, network = "", decimals = 0 } = {}] = watchedAssets;

/** `amount`: of each transfer, in hundredths. */
export async function openChain(amount: bigint): Promise<Chain> {
  const node = await startFakeNode(chainId);
  const paid = new Set<string>();
  return {
    variables: {
      OFFRAMP_ASSETS: JSON.stringify(watchedAssets),
      CHAIN_NODES: JSON.stringify({ [network]: { urls: [node.url] } }),
    },
    begin: async () => {
      await beginWatching(await db(), network);
    },
    pay: (to, from, hash) => {
      const transactionHash = paid.has(hash) ? `0x${randomBytes(32).toString("hex")}` : hash;
      paid.add(transactionHash);
      const topics = [transferTopic, topicOf(from), topicOf(to)];
      node.pay(contract, to, amount * 10n ** BigInt(decimals - 2), { topics, transactionHash });
    },
    takeBack: () => node.reorg(1),
    look: () => tried(quick),
    settle: () => tried(() => settle(node)),
    close: () => node.close(),
  };
}

async function groundNow(): Promise<Ground> {
  const [found] = watchedNetworks();
  const first = found?.nodes[0];
  if (found === undefined || first === undefined) throw new Error("No network is watched.");
  const ledger = await db();
  return { ledger, network: found, node: first, cursor: await readCursor(ledger, network) };
}

async function quick(): Promise<void> {
  const ground = await groundNow();
  await lookQuickly(ground, await readHot(ground.ledger, ground.cursor));
}

async function settle(node: FakeNode): Promise<void> {
  node.mine(2);
  const ground = await groundNow();
  await lookToSettle(ground, await readWatched(ground.ledger, ground.cursor));
}

/** Another server was faster, or the chain changed while it was read: the next look reads it again. */
async function tried(look: () => Promise<void>): Promise<{ status: number }> {
  try {
    await look();
    return { status: 200 };
  } catch (error) {
    if (error instanceof CursorMoved || error instanceof NodeError) return { status: 409 };
    throw error;
  }
}
