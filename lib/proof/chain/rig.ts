import { randomUUID } from "node:crypto";
import type { Transfer } from "#lib/contract/api";
import { db } from "#lib/server/database/db";
import type { Db } from "#lib/server/tables/schema";
import { type Instance, spawnInstance } from "#lib/testing/servers/instances";
import {
  startWatchingDashboard,
  type WatchingDashboard,
  watchedAssets,
} from "#lib/testing/servers/watching-dashboard";
import { type FakeNode, startFakeNode } from "#lib/testing/service/fake-node";
import { startFaultyService } from "#lib/testing/service/faulty-service";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";

export type Side = "before" | "after";
type Own = Transfer & { address: string };
type Kill = {
  side: Side;
  /** What the statements of the transaction match. */
  writes: string;
  /** What the server is asked once it answers; its watcher needs no asking. */
  drive?: (server: Instance) => Promise<unknown>;
  variables?: Record<string, string>;
};

/** A node, a ledger with handlers in this process, and servers of their own on the same ledger. */
export type ChainRig = {
  node: FakeNode;
  watching: WatchingDashboard;
  ledger: Db;
  pay: (transfer: Own, changes?: Parameters<FakeNode["pay"]>[3]) => string;
  /** One round in this process, as if the other reader's lease had ended. */
  look: () => Promise<void>;
  /** Starts a server and waits for nothing. It ends with the test. */
  start: (variables?: Record<string, string>) => Promise<Instance>;
  /** Starts one that is killed at a commit, and waits until it is gone. Throws where it never came there. */
  kill: (kill: Kill) => Promise<void>;
  /** What a person's browser sends, here or to a server. Returns the status: 0 where no answer came. */
  ask: (transfer: Pick<Own, "id">, key: string, server?: Instance) => Promise<number>;
  answer: (transfer: Pick<Own, "id">, key: string, body: object, server?: Instance) => Promise<number>;
  close: () => Promise<void>;
};

const [{ contract = "", chainId = 0 } = {}] = watchedAssets;
const missedMs = 60_000;
const shared = /^(DATABASE_URL|OFFRAMP_|CHAIN_NODES|(QUOTES|TRANSFERS|READS|WRITES)_PER_MINUTE)/;
const killer = new URL("kill-at-commit.mjs", import.meta.url).href;

export async function openChainRig(): Promise<ChainRig> {
  const node = await startFakeNode(chainId);
  const watching = await startWatchingDashboard([node.url]);
  const ledger = await db();
  const { cookie } = await writeSession(ledger, testSecret);
  const service = await startFaultyService();
  const settings = Object.entries(process.env).filter(([name]) => shared.test(name));
  const endLease = async () =>
    void (await ledger.updateTable("chain_cursors").set({ lease_by: null, lease_until: null }).execute());
  const start: ChainRig["start"] = (variables = {}) =>
    spawnInstance(service, process.env.DATABASE_URL ?? "", cookie, {
      ...(Object.fromEntries(settings) as Record<string, string>),
      ...variables,
    });
  const send = async (path: string, body: object, headers: Record<string, string>, server?: Instance) => {
    if (server !== undefined)
      return server.ask("POST", path, body, headers).then(
        ({ status }) => status,
        () => 0,
      );
    const own = { body, headers: { ...headers, cookie } };
    return (await watching.dashboard.send("POST", path, { ...own, as: "nobody" })).status;
  };
  const rig: ChainRig = {
    ...{ node, watching, ledger, start },
    pay: (transfer, changes) => node.pay(contract, transfer.address, 100_000_000n, changes).transactionHash,
    look: async () => {
      await endLease();
      await watching.look();
    },
    kill: async ({ side, writes, drive, variables = {} }) => {
      await endLease();
      const options = [variables.NODE_OPTIONS, `--import=${killer}`].filter(Boolean).join(" ");
      const own = { KILL_SIDE: side, KILL_WRITES: writes, NODE_OPTIONS: options };
      const server = await start({ ...variables, ...own });
      let isMissed = false;
      const timer = setTimeout(() => {
        isMissed = true;
        server.process.kill();
      }, missedMs);
      if (drive !== undefined) {
        await server.answers();
        await drive(server);
      }
      await server.process.ended;
      clearTimeout(timer);
      if (isMissed || server.process.exitCode() !== null)
        throw new Error(`It was not killed ${side} ${writes}:\n${server.process.output()}`);
    },
    ask: ({ id }, key, server) =>
      send(
        `/api/transfers/${id}/fundings`,
        { wallet: "MetaMask", from: `0x${"c0".repeat(20)}` },
        { "idempotency-key": key },
        server,
      ),
    answer: ({ id }, key, body, server) =>
      send(`/api/transfers/${id}/fundings/${key}/answer`, body, {}, server),
    close: async () => {
      await watching.close();
      await node.close();
      await service.close();
    },
  };
  await rig.look();
  return rig;
}

/** As a wallet names a transaction. */
export const newHash = () => `0x${randomUUID().replaceAll("-", "").repeat(2)}`;
