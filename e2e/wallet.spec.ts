import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
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
  const own = await anvil.ask<string>("eth_chainId");
  const chain = () => ways.chain ?? own;
  const answers: Record<string, (params: unknown[]) => unknown> = {
    eth_chainId: chain,
    eth_requestAccounts: () => ways.accounts ?? [token.holder],
    eth_accounts: () => ways.accounts ?? [token.holder],
    wallet_switchEthereumChain: ([asked]) => {
      if (ways.switching === "lacks")
        return { error: { code: -32603, data: { originalError: { code: 4902 } } } };
      if (ways.switching === undefined) ways.chain = (asked as { chainId: string }).chainId;
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
    if (method === "eth_call" && chain() !== own) return "0x";
    const answered = answers[method];
    return (await (answered === undefined ? anvil.ask(method, ...params) : answered(params))) ?? null;
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

const ask = (page: Page) => button(page, /^Ask Test wallet to send/).click();
const fundingOf = async (page: Page, { id }: Pick<TransferWithEvents, "id">) =>
  (await readTransfer(page, id)).funding?.state ?? "free";

test("the journey: funded by four clicks, one prompt, seen and confirmed to the unit", async ({
  page,
  ground,
}) => {
  const prompts = await inject(page, ground);
  const transfer = await createByApi(page, { amount: "1250.5" });
  await openSheet(page, transfer);
  const panel = page.getByRole("region", { name: "Browser wallet" });
  await expect(panel).toContainText("1,250.50 USDC");
  await expect(panel).toContainText(`Base (chain ${usdc.chainId})`);
  await button(page, /^Ask Test wallet to send/).dblclick();
  await expect(page.getByText("Test wallet says it sent. Don’t send again.")).toBeFocused();
  expect(prompts).toHaveLength(1);
  // Nobody else is shown where to send, before the network shows anything.
  await expect(
    page.getByRole("heading", { name: /^[^’]+’s wallet says it sent 1,250.50 USDC/ }),
  ).toBeVisible();
  await expect(page.getByRole("img", { name: /^QR code/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Copy address" })).toHaveCount(0);
  await ground.anvil.mine(2);
  await expect(page.getByText(/the exact amount/)).toBeVisible();
  expect(await fundingOf(page, transfer)).toBe("free");
  expect((await readTransfer(page, transfer.id)).deposit.amount).toBe("1250.5");
});

test("a token of 18 decimals is asked for to the unit, and arrives so", async ({ page, ground }) => {
  const prompts = await inject(page, ground);
  const transfer = await createByApi(page, { asset: "base:dai", amount: "0.123456789012345" });
  await openSheet(page, transfer);
  await ask(page);
  await expect(page.getByText(/says it sent. Don’t/)).toBeVisible();
  const sent = JSON.parse(prompts[0] ?? "{}") as Record<string, string>;
  const to = transfer.address?.slice(2).toLowerCase().padStart(64, "0");
  expect(sent).toEqual({
    ...{ from: ground.token.holder.toLowerCase(), to: eighteen.contract, value: "0x0", chainId: "0x2105" },
    data: `0xa9059cbb${to}${123_456_789_012_345_000n.toString(16).padStart(64, "0")}`,
  });
  const balance = await ground.anvil.ask<string>("eth_call", {
    to: eighteen.contract,
    data: `0x70a08231${to}`,
  });
  expect(BigInt(balance)).toBe(123_456_789_012_345_000n);
});

const endings: [name: string, ways: Ways, words: RegExp, state: string][] = [
  ["refused by its owner", { sends: { code: 4001 } }, /^Nothing was sent/, "free"],
  ["already known to the pool", { sends: { code: -32000 } }, /^It may have been sent/, "unsure"],
  ["a garbage hash", { sends: { text: "0x12<b>" } }, /^It may have been sent/, "unsure"],
];

test("what the wallet answers: only a plain no frees the transfer", async ({ page, ground }) => {
  const ways: Ways = {};
  const prompts = await inject(page, ground, ways);
  for (const [name, { sends }, words, state] of endings) {
    ways.sends = sends ?? {};
    const transfer = await createByApi(page);
    await openSheet(page, transfer);
    await ask(page);
    await expect(page.getByText(words), name).toBeFocused();
    expect([name, await fundingOf(page, transfer)]).toEqual([name, state]);
  }
  expect(prompts).toHaveLength(endings.length);
});

const stops: [name: string, ways: Ways, words: RegExp][] = [
  ["lacks the network", { chain: "0x1", switching: "lacks" }, /doesn’t have Base \(chain 8453\)/],
  ["says yes and stays", { chain: "0x1", switching: "stays" }, /isn’t on Base with this account/],
  ["has too little", { accounts: [`0x${"77".repeat(20)}`] }, /has less than 1,250.50 USDC/],
  ["has no account", { accounts: [] }, /isn’t on Base with this account/],
];

test("what stops before a licence is taken: nobody was asked", async ({ page, ground }) => {
  const ways: Ways = {};
  const prompts = await inject(page, ground, ways);
  const transfer = await createByApi(page);
  for (const [name, way, words] of stops) {
    for (const key of Object.keys(ways)) delete ways[key as keyof Ways];
    Object.assign(ways, way);
    await page.goto(`/transfers/${transfer.id}`);
    await button(page, "Send from a browser wallet").click();
    await button(page, /^Test wallet/).click();
    await expect(page.getByText(words), name).toBeFocused();
  }
  const { events } = await readTransfer(page, transfer.id);
  expect([prompts, events.filter(({ kind }) => kind.startsWith("fund_"))]).toEqual([[], []]);
});

test("an account that moves under the sheet frees the licence, and nobody was asked", async ({
  page,
  ground,
}) => {
  // On another network first: it follows.
  const ways: Ways = { chain: "0x1" };
  const prompts = await inject(page, ground, ways);
  const transfer = await createByApi(page);
  await openSheet(page, transfer);
  ways.accounts = [`0x${"77".repeat(20)}`];
  await ask(page);
  await expect(page.getByText(/isn’t on Base with this account. Nothing was sent/)).toBeFocused();
  expect([prompts, await fundingOf(page, transfer)]).toEqual([[], "free"]);
});

test("a tab that closed under its prompt holds off others, until a person closes it with a reason", async ({
  page,
  ground,
  context,
  watch,
}) => {
  watch.allowFailures(/fundings$/);
  const prompts = await inject(page, ground, { sends: { hangs: true } });
  const transfer = await createByApi(page);
  await openSheet(page, transfer);
  const other = await context.newPage();
  const otherPrompts = await inject(other, ground);
  await openSheet(other, transfer);
  await ask(page);
  await expect.poll(() => prompts.length).toBe(1);
  await page.close();
  await ask(other);
  await expect(other.getByText(/wallet was asked and may send, or has/)).toBeFocused();
  expect(otherPrompts).toEqual([]);
  await expect(other.getByRole("heading", { name: /wallet was asked to send 1,250.50 USDC/ })).toBeVisible();
  await button(other, "Close this request").click();
  await button(other, "Close the request").click();
  await expect(other.getByText("Say why, so that others can follow it.")).toBeVisible();
  await other.getByLabel("What you found out").fill("The wallet shows nothing.");
  await other.keyboard.press("Tab");
  await other.keyboard.press("Enter");
  await expect(other.getByText("The request is closed.")).toBeVisible();
  await expect(button(other, "Send from a browser wallet")).toBeVisible();
  expect(await other.evaluate(() => document.activeElement === document.body)).toBe(false);
  await expect(other.getByText("Wallet request closed")).toBeVisible();
});

test("without a wallet it says so, a late one is taken, and a name is text", async ({ page, ground }) => {
  await inject(page, ground, { names: [] });
  const transfer = await createByApi(page);
  await page.goto(`/transfers/${transfer.id}`);
  await button(page, "Send from a browser wallet").click();
  await expect(page.getByText("No wallet found in this browser. Copy the address.")).toBeFocused();
  await page.evaluate(() => {
    const provider = { request: () => Promise.reject(new Error("no")) };
    for (const name of ["<img src=x>\u202e", "The same", "The same"])
      dispatchEvent(
        new CustomEvent("eip6963:announceProvider", {
          detail: {
            info: { name, rdns: "", uuid: "1" },
            provider: name === "The same" ? provider : { ...provider },
          },
        }),
      );
  });
  await expect(button(page, "<img src=x>")).toBeVisible();
  // Twice the same object is one wallet.
  await expect(button(page, "The same")).toHaveCount(1);
});

test("the panel and its code come with the click, and weigh 3,000 bytes at the most", async ({
  page,
  ground,
}) => {
  await inject(page, ground);
  const transfer = await createByApi(page);
  await page.goto(`/transfers/${transfer.id}`);
  await page.waitForLoadState("networkidle");
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  await button(page, "Send from a browser wallet").click();
  await expect(button(page, /^Test wallet/)).toBeVisible();
  const sizes = await Promise.all(
    scripts.map(async (url) => gzipSync(await (await page.request.get(url)).body()).length),
  );
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(3_000);
});
