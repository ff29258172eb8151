import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { evmAddress } from "#lib/asset/address";
import { sandboxAssets } from "#lib/asset/asset-tables";
import type { TransferWithEvents } from "#lib/contract/api";
import { type Anvil, startAnvil } from "#lib/testing/service/anvil";
import { type EvmToken, putToken } from "#lib/testing/service/evm-token";
import { answer, type FaultyService, startFaultyService, testKey } from "#lib/testing/service/faulty-service";
import { type Dashboard, startDashboard } from "../dashboards/dashboard";
import { test as base, expect, placeOfOwn } from "../dashboards/test";
import { readTransfer } from "./journey";

/** A browser wallet over a real node, under the pages' own policy. */

const [found] = sandboxAssets.filter(({ asset }) => asset === "base:usdc");
if (found?.contract === undefined || found.chainId === undefined) throw new Error("No USDC on Base.");
export const usdc = { ...found, contract: found.contract, chainId: found.chainId };
export const eighteen = {
  ...usdc,
  asset: "base:dai",
  fromCurrency: "DAI",
  decimals: 18,
  contract: `0x${"d1".repeat(20)}`,
};

export type WalletGround = {
  anvil: Anvil;
  token: EvmToken;
  service: FaultyService;
  dashboard: Dashboard;
  stop: () => Promise<void>;
};

/** A service that gives each transfer an address of its own, a node that mines each transaction, and a dashboard on both. */
async function startWalletGround(): Promise<WalletGround> {
  const anvil = await startAnvil({ chainId: usdc.chainId, mining: "each" });
  const token = await putToken(anvil, usdc.contract, { symbol: "USDC", decimals: 6 });
  await putToken(anvil, eighteen.contract, { symbol: "DAI", decimals: 18 });
  const service = await startFaultyService();
  giveAddresses(service);
  const dashboard = await startDashboard((url) => ({
    APP_URL: url,
    OFFRAMP_BASE_URL: service.baseUrl,
    OFFRAMP_API_KEY: testKey,
    OFFRAMP_ASSETS: JSON.stringify([usdc, eighteen]),
    CHAIN_NODES: JSON.stringify({ base: { urls: [anvil.url] } }),
  }));
  const stop = async () => {
    await dashboard.stop();
    await service.close();
    await anvil.close();
  };
  return { anvil, token, service, dashboard, stop };
}

/** To each transfer from now on. */
export function giveAddresses(service: FaultyService, next = () => evmAddress(randomBytes(20))): void {
  service.behave("initiate", (response, call) => {
    const body = { success: true, address: next(), transactionId: `txn_${Math.random()}` };
    answer(200, JSON.stringify(body))(response, call);
  });
}

export const test = base.extend<{ ground: WalletGround }>({
  ground: async ({ servers }, use) => {
    const ground = await servers("wallet", startWalletGround, placeOfOwn);
    await ground.anvil.mineEach(true);
    await use(ground);
  },
  dashboard: ({ ground }, use) => use(ground.dashboard),
});

type Answer = (params: unknown[]) => unknown;
/** What the injected wallet does; each test sets what it needs, at any time. */
export type Ways = Partial<{
  /** Instead of the node's answer to `eth_sendTransaction`: an error with this code, or this text. */
  sends: { code?: number; text?: string; hangs?: boolean };
  chain: string;
  /** It says yes and stays where it is, or lacks the network. */
  switching: "stays" | "lacks";
  accounts: string[];
  /** Instead of all these, by method. What has an `error` is thrown in the page. */
  answers: Record<string, Answer>;
}>;

export const refusal = (code: number | undefined, data?: object) => ({
  error: { code, message: "from the wallet", data },
});

/**
 * Injects a wallet by EIP-6963 that answers from the node, through this process: the page asks no other origin. Returns
 * what it was asked to send.
 */
export async function inject(
  page: Page,
  { anvil, token }: Pick<WalletGround, "anvil" | "token">,
  ways: Ways = {},
  names: readonly string[] = ["Test wallet"],
): Promise<string[]> {
  const prompts: string[] = [];
  const own = await anvil.ask<string>("eth_chainId");
  const chain = () => ways.chain ?? own;
  const answers: Record<string, Answer> = {
    eth_chainId: chain,
    eth_requestAccounts: () => ways.accounts ?? [token.holder],
    eth_accounts: () => ways.accounts ?? [token.holder],
    wallet_switchEthereumChain: ([asked]) => {
      if (ways.switching === "lacks") return refusal(-32_603, { originalError: { code: 4902 } });
      if (ways.switching === undefined) ways.chain = (asked as { chainId: string }).chainId;
      return null;
    },
    eth_sendTransaction: ([transaction]) => {
      const { sends } = ways;
      if (sends?.code !== undefined) return refusal(sends.code);
      if (sends?.hangs) return new Promise(() => undefined);
      return sends?.text ?? anvil.ask("eth_sendTransaction", transaction);
    },
  };
  await page.exposeFunction("askWallet", async (method: string, params: unknown[]) => {
    if (method === "eth_sendTransaction") prompts.push(JSON.stringify(params[0]));
    const answered = ways.answers?.[method] ?? answers[method];
    if (answered !== undefined) return (await answered(params)) ?? null;
    if (method === "eth_call" && chain() !== own) return "0x";
    return (await anvil.ask(method, ...params)) ?? null;
  });
  await page.addInitScript((all) => {
    const ask = Reflect.get(window, "askWallet") as (method: string, params: unknown[]) => Promise<unknown>;
    // Code that touches it would ask the wrong wallet.
    Object.defineProperty(window, "ethereum", {
      get: () => {
        throw new Error("window.ethereum was touched");
      },
    });
    const listeners = new Set<[event: string, listener: () => void]>();
    Reflect.set(window, "tellWallet", (event: string) => {
      for (const [name, listener] of listeners) if (name === event) listener();
    });
    const providers = all.map(() => ({
      request: async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
        const said = (await ask(method, params)) as { error?: unknown } | null;
        if (said !== null && typeof said === "object" && said.error !== undefined) throw said.error;
        return said;
      },
      on: (event: string, listener: () => void) => listeners.add([event, listener]),
    }));
    const announce = () => {
      for (const [at, provider] of providers.entries()) {
        const info = { uuid: "the same", name: all[at], rdns: "test.wallet", icon: "javascript:alert(1)" };
        dispatchEvent(
          new CustomEvent("eip6963:announceProvider", { detail: Object.freeze({ info, provider }) }),
        );
      }
    };
    addEventListener("eip6963:requestProvider", announce);
  }, names);
  return prompts;
}

/** As the wallet tells the page of a change, such as `accountsChanged`. */
export const tellPage = (page: Page, event: string) =>
  page.evaluate((name) => (Reflect.get(window, "tellWallet") as (event: string) => void)(name), event);

export const button = (page: Page, name: RegExp | string) => page.getByRole("button", { name });

type Of = Pick<TransferWithEvents, "id">;

/** To the choice of a wallet. */
export async function openPanel(page: Page, { id }: Of): Promise<void> {
  await page.goto(`/transfers/${id}`);
  await button(page, "Pay from wallet").click();
}

export async function openSheet(page: Page, transfer: Of): Promise<void> {
  await openPanel(page, transfer);
  await button(page, /^Test wallet/).click();
  await expect(page.getByText("Check this before the wallet is asked.")).toBeFocused();
}

export const ask = (page: Page) => button(page, /Ask Test wallet to send/).click();

/** `free` where none lives. */
export const fundingOf = async (page: Page, { id }: Of) =>
  (await readTransfer(page, id)).funding?.state ?? "free";
