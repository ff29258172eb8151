import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { evmAddress } from "#lib/asset/address";
import { sandboxAssets } from "#lib/asset/asset-tables";
import type { TransferWithEvents } from "#lib/contract/api";
import { type Anvil, startAnvil } from "#lib/testing/service/anvil";
import { type EvmToken, putToken } from "#lib/testing/service/evm-token";
import { answer, startFaultyService, testKey } from "#lib/testing/service/faulty-service";
import { startDashboard } from "./support/dashboard";
import { readTransfer } from "./support/journey";
import { test as base, expect, placeOfOwn } from "./support/test";
import { createByApi } from "./support/transfers";

/** A browser wallet over a real node, under the pages' own policy. */

const [usdc = { contract: "", asset: "", chainId: 0 }] = sandboxAssets.filter(
  ({ asset }) => asset === "base:usdc",
);
const eighteen = {
  ...usdc,
  asset: "base:dai",
  fromCurrency: "DAI",
  decimals: 18,
  contract: `0x${"d1".repeat(20)}`,
};

type Ground = { anvil: Anvil; token: EvmToken; other: EvmToken };
type Started = Ground & { dashboard: Awaited<ReturnType<typeof startDashboard>>; stop: () => Promise<void> };

async function start(): Promise<Started> {
  const anvil = await startAnvil({ chainId: usdc.chainId ?? 0, mining: "each" });
  const token = await putToken(anvil, usdc.contract ?? "", { symbol: "USDC", decimals: 6 });
  const other = await putToken(anvil, eighteen.contract, { symbol: "DAI", decimals: 18 });
  const service = await startFaultyService();
  service.behave("initiate", (response, call) => {
    const body = {
      success: true,
      address: evmAddress(randomBytes(20)),
      transactionId: `txn_${Math.random()}`,
    };
    answer(200, JSON.stringify(body))(response, call);
  });
  const dashboard = await startDashboard({
    OFFRAMP_BASE_URL: service.baseUrl,
    OFFRAMP_API_KEY: testKey,
    OFFRAMP_ASSETS: JSON.stringify([usdc, eighteen]),
    CHAIN_NODES: JSON.stringify({ base: { urls: [anvil.url] } }),
  });
  const stop = async () => {
    await dashboard.stop();
    await service.close();
    await anvil.close();
  };
  return { anvil, token, other, dashboard, stop };
}

const test = base.extend<{ ground: Started }>({
  ground: async ({ servers }, use) => use(await servers("wallet", start, placeOfOwn)),
  dashboard: ({ ground }, use) => use(ground.dashboard),
});

/** What the injected wallet does; each test sets what it needs. */
type Ways = Partial<{
  /** Instead of the node's answer to `eth_sendTransaction`: an error with this code, or this text. */
  sends: { code?: number; text?: string; hangs?: boolean };
  chain: string;
  /** It says yes and stays where it is, or lacks the network. */
  switching: "stays" | "lacks";
  accounts: string[];
  names: string[];
}>;

/** Injects a wallet by EIP-6963 that answers from the node, through this process: the page asks no other origin. */
async function inject(page: Page, { anvil, token }: Ground, ways: Ways = {}): Promise<string[]> {
  const prompts: string[] = [];
  let chain = ways.chain ?? (await anvil.ask<string>("eth_chainId"));
  const answers: Record<string, (params: unknown[]) => unknown> = {
    eth_chainId: () => chain,
    eth_requestAccounts: () => ways.accounts ?? [token.holder],
    eth_accounts: () => ways.accounts ?? [token.holder],
    wallet_switchEthereumChain: ([asked]) => {
      if (ways.switching === "lacks")
        return { error: { code: -32603, data: { originalError: { code: 4902 } } } };
      if (ways.switching === undefined) chain = (asked as { chainId: string }).chainId;
      return null;
    },
    eth_sendTransaction: ([transaction]) => {
      prompts.push(JSON.stringify(transaction));
      const { sends } = ways;
      if (sends?.code !== undefined) return { error: { code: sends.code, message: "from the wallet" } };
      if (sends?.hangs) return new Promise(() => undefined);
      return sends?.text ?? anvil.ask("eth_sendTransaction", transaction);
    },
  };
  await page.exposeFunction("askWallet", async (method: string, params: unknown[]) => {
    if (method === "eth_call" && chain !== (await anvil.ask<string>("eth_chainId"))) return "0x";
    return (await (answers[method]?.(params) ?? anvil.ask(method, ...params))) ?? null;
  });
  await page.addInitScript((names) => {
    const ask = Reflect.get(window, "askWallet") as (method: string, params: unknown[]) => Promise<unknown>;
    // Whoever touches it would ask the wrong wallet.
    Object.defineProperty(window, "ethereum", {
      get: () => {
        throw new Error("window.ethereum was touched");
      },
    });
    const providers = names.map(() => ({
      request: async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
        const said = (await ask(method, params)) as { error?: unknown } | null;
        if (said !== null && typeof said === "object" && said.error !== undefined) throw said.error;
        return said;
      },
    }));
    const announce = () => {
      for (const [at, provider] of providers.entries()) {
        const info = { uuid: "the same", name: names[at], rdns: "test.wallet", icon: "javascript:alert(1)" };
        dispatchEvent(
          new CustomEvent("eip6963:announceProvider", { detail: Object.freeze({ info, provider }) }),
        );
      }
    };
    addEventListener("eip6963:requestProvider", announce);
  }, ways.names ?? ["Test wallet"]);
  return prompts;
}

const button = (page: Page, name: RegExp | string) => page.getByRole("button", { name });

async function openSheet(page: Page, { id }: Pick<TransferWithEvents, "id">): Promise<void> {
  await page.goto(`/transfers/${id}`);
  await button(page, "Send from a browser wallet").click();
  await button(page, /^Test wallet/).click();
  await expect(page.getByText("Check this before the wallet is asked.")).toBeFocused();
}

test("the journey: created, funded from a wallet by five clicks, seen and confirmed to the unit", async ({
  page,
  ground,
}) => {
  const prompts = await inject(page, ground);
  const transfer = await createByApi(page, { amount: "1250.5" });
  const start = Date.now();
  await openSheet(page, transfer);
  const panel = page.getByRole("region", { name: "Browser wallet" });
  await expect(panel).toContainText("1,250.5 USDC");
  await expect(panel).toContainText(`Base (chain ${usdc.chainId})`);
  await button(page, /^Ask Test wallet to send/).dblclick();
  await expect(page.getByText("Test wallet says it sent. Don’t send again.")).toBeFocused();
  expect(prompts).toHaveLength(1);
  await expect.poll(async () => (await readTransfer(page, transfer.id)).deposit.amount).toBe("1250.5");
  await ground.anvil.mine(2);
  await expect(page.getByText(/the exact amount/)).toBeVisible();
  console.log(`funded, seen and confirmed in ${Date.now() - start} ms`);
});
