import { gzipSync } from "node:zlib";
import { expect } from "./support/dashboards/test";
import { readTransfer } from "./support/steps/journey";
import { createByApi } from "./support/steps/transfers";
import {
  ask,
  button,
  eighteen,
  fundingOf,
  inject,
  openSheet,
  test,
  usdc,
  type Ways,
} from "./support/steps/wallet";

test("the journey: funded by four clicks, one prompt, seen and confirmed to the unit", async ({
  page,
  ground,
}) => {
  const prompts = await inject(page, ground);
  const transfer = await createByApi(page, { amount: "1250.5" });
  await ground.anvil.mineEach(false);
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
  await ground.anvil.mine(3);
  await expect(page.getByText(/the exact amount/)).toBeVisible();
  expect(await fundingOf(page, transfer)).toBe("free");
  expect((await readTransfer(page, transfer.id)).deposit.amount).toBe("1250.5");
});

test("a token of 18 decimals is asked for to the unit, and arrives so", { tag: "@detail" }, async ({
  page,
  ground,
}) => {
  const prompts = await inject(page, ground);
  const transfer = await createByApi(page, { asset: "base:dai", amount: "0.123456789012345" });
  await ground.anvil.mineEach(false);
  await openSheet(page, transfer);
  await ask(page);
  await expect(page.getByText(/says it sent. Don’t/)).toBeVisible();
  // Whoever comes later has the notice, and no card about a wallet that has done its part.
  await page.reload();
  await expect(page.getByRole("heading", { name: /^[^’]+’s wallet says it sent/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "Browser wallet" })).toHaveCount(0);
  await expect(button(page, "Close this request")).toBeHidden();
  await page.locator("summary", { hasText: "The wallet’s request" }).click();
  await expect(button(page, "Close this request")).toBeVisible();
  const sent = JSON.parse(prompts[0] ?? "{}") as Record<string, string>;
  const to = transfer.address?.slice(2).toLowerCase().padStart(64, "0");
  expect(sent).toEqual({
    ...{ from: ground.token.holder.toLowerCase(), to: eighteen.contract, value: "0x0", chainId: "0x2105" },
    data: `0xa9059cbb${to}${123_456_789_012_345_000n.toString(16).padStart(64, "0")}`,
  });
  await ground.anvil.mine(1);
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

test("what stops before a licence is taken: nobody was asked", { tag: "@detail" }, async ({
  page,
  ground,
}) => {
  const ways: Ways = {};
  const prompts = await inject(page, ground, ways);
  const transfer = await createByApi(page);
  for (const [name, way, words] of stops) {
    for (const key of Object.keys(ways)) delete ways[key as keyof Ways];
    Object.assign(ways, way);
    await page.goto(`/transfers/${transfer.id}`);
    await button(page, "Pay from wallet").click();
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
  await expect(other.getByText(/wallet was asked to send, and may have sent already/)).toBeFocused();
  expect(otherPrompts).toEqual([]);
  await expect(other.getByRole("heading", { name: /wallet was asked to send 1,250.50 USDC/ })).toBeVisible();
  await button(other, "Close this request").click();
  await button(other, "Close the request").click();
  await expect(other.getByText("Say why, so that others can follow it.")).toBeVisible();
  await other.getByLabel("What you found out").fill("The wallet shows nothing.");
  await other.keyboard.press("Tab");
  await other.keyboard.press("Enter");
  await expect(other.getByText("The request is closed.")).toBeVisible();
  await expect(button(other, "Pay from wallet")).toBeVisible();
  expect(await other.evaluate(() => document.activeElement === document.body)).toBe(false);
  await expect(other.getByText("Wallet request closed")).toBeVisible();
});

test("without a wallet it says so, a late one is taken, and a name is text", async ({ page, ground }) => {
  await inject(page, ground, {}, []);
  const transfer = await createByApi(page);
  await page.goto(`/transfers/${transfer.id}`);
  await button(page, "Pay from wallet").click();
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
  await button(page, "Pay from wallet").click();
  await expect(button(page, /^Test wallet/)).toBeVisible();
  const sizes = await Promise.all(
    scripts.map(async (url) => gzipSync(await (await page.request.get(url)).body()).length),
  );
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(3_000);
});
