import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { evmAddress } from "#lib/asset/address";
import { addLog, addReorg } from "#lib/sandbox/chain/logs";
import { openStore } from "#lib/sandbox/life/store";
import {
  startWatchingDashboard,
  type WatchingDashboard,
  watchedAssets,
} from "#lib/testing/servers/watching-dashboard";
import { startAnvil } from "./anvil";
import { putToken } from "./evm-token";

/** A chain that a test moves, and a dashboard that watches it. Nothing is mined but by these acts. */
export type ScenarioChain = {
  watching: WatchingDashboard;
  /** One transaction a block; with two amounts both are in one. Returns its hash. */
  pay: (token: keyof typeof tokens, to: string, ...units: [bigint] | [bigint, bigint]) => Promise<string>;
  mine: (blocks: number) => Promise<void>;
  wait: (seconds: number) => Promise<void>;
  /** Makes the newest blocks again, with this transaction alone, in the nth of them. */
  reorg: (depth: number, kept?: { tx: string; nthBlock: number }) => Promise<void>;
  close: () => Promise<void>;
};

const [usdc] = watchedAssets;
if (usdc?.contract === undefined) throw new Error("The table has no USDC on Base.");
const chainId = usdc.chainId ?? 0;
/** Of each transfer, `fee` keeps 1 %. */
const tokens = {
  usdc: usdc.contract,
  usdt: usdc.otherTokens?.find(({ symbol }) => symbol === "USDT")?.contract ?? "",
  fee: evmAddress(randomBytes(20)),
};
const assets = [
  usdc,
  { ...usdc, asset: "base:fee", fromCurrency: "FEE", contract: tokens.fee, otherTokens: [] },
];
const table = { OFFRAMP_ASSETS: JSON.stringify(assets) };

export async function openOnAnvil(): Promise<ScenarioChain> {
  const anvil = await startAnvil({ chainId });
  const put = {
    usdc: await putToken(anvil, tokens.usdc, { symbol: "USDC", decimals: 6 }),
    usdt: await putToken(anvil, tokens.usdt, { symbol: "USDT", decimals: 6 }),
    fee: await putToken(anvil, tokens.fee, { code: "FeeToken", symbol: "FEE", decimals: 6 }),
  };
  const watching = await startWatchingDashboard([anvil.url], table);
  return {
    watching,
    pay: async (token, to, ...[first, second]) => {
      const hash =
        second === undefined
          ? await put[token].transfer(to, first)
          : await put[token].transferTwice(to, first, second);
      await anvil.mine(1);
      return hash;
    },
    mine: anvil.mine,
    wait: async (seconds) => {
      await anvil.ask("evm_increaseTime", seconds);
      await anvil.mine(1);
    },
    reorg: async (depth, kept) =>
      anvil.reorg(depth, kept === undefined ? [] : [[await anvil.rawTx(kept.tx), kept.nthBlock]]),
    close: async () => {
      await watching.close();
      await anvil.close();
    },
  };
}

const sandboxBlockMs = 2_000;

/** The clock stands still but for the acts. */
export async function openOnSandbox(): Promise<ScenarioChain> {
  vi.useFakeTimers({ toFake: ["Date"] });
  const folder = mkdtempSync(join(tmpdir(), "sandbox-chain-"));
  const file = join(folder, "sandbox.db");
  const service = { OFFRAMP_BASE_URL: "", OFFRAMP_API_KEY: "", CHAIN_NODES: "", SANDBOX_DATABASE: file };
  const watching = await startWatchingDashboard([], { ...table, ...service });
  const store = openStore(file);
  const head = () => Math.floor((Date.now() - Date.UTC(2025, 0, 1)) / sandboxBlockMs);
  const wait = async (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1_000);
  const mine = (blocks: number) => wait((blocks * sandboxBlockMs) / 1_000);
  const add = (tx: string, block: number, log: { contract: string; to_address: string; units: string }) => {
    const { transaction_id: transactionId } = store
      .prepare("select transaction_id from transfers where lower(address) = ?")
      .get(log.to_address) as { transaction_id: string };
    const from_address = `0x${"cd".repeat(20)}`;
    addLog(store, { network: "base", tx, block, from_address, transactionId, ...log });
  };
  return {
    watching,
    pay: async (token, to, ...units) => {
      const tx = `0x${randomBytes(32).toString("hex")}`;
      for (const each of units) {
        const arrived = token === "fee" ? each - each / 100n : each;
        const log = {
          contract: tokens[token].toLowerCase(),
          to_address: to.toLowerCase(),
          units: `${arrived}`,
        };
        add(tx, head() + 1, log);
      }
      await mine(1);
      return tx;
    },
    mine,
    wait,
    reorg: async (depth, kept) => {
      const from = head() - depth + 1;
      const id = addReorg(store, "base", from, Date.now());
      const again = store.prepare("select * from chain_logs where tx = ?").all(kept?.tx ?? "");
      store.prepare("update chain_logs set dropped_by = ? where block >= ?").run(id, from);
      for (const log of again as Parameters<typeof add>[2][])
        add(kept?.tx ?? "", from + (kept?.nthBlock ?? 0), {
          contract: log.contract,
          to_address: log.to_address,
          units: log.units,
        });
    },
    close: async () => {
      store.close();
      await watching.close();
      vi.useRealTimers();
      rmSync(folder, { recursive: true });
    },
  };
}
