import type { Page } from "@playwright/test";
import { expect, test as sandboxTest } from "../support/dashboards/test";
import { createByApi } from "../support/steps/transfers";
import { ask, button, openPanel, openSheet, refusal, tellPage, type Ways } from "../support/steps/wallet";
import { type Its, type Row, testRows } from "./rows";

/** From the announcement to the licence: whatever stops here, the wallet was never asked to send. */

const nothing = ["free", 0, ""] as Row["ends"];
const none = "No wallet found in this browser. Copy the address.";

/** Wallets that refuse everything, and note what they are asked. */
const announce = (page: Page, names: readonly string[]) =>
  page.evaluate((all) => {
    const asked: string[] = [];
    Reflect.set(window, "asked", asked);
    for (const [at, name] of all.entries()) {
      const request = ({ method }: { method: string }) => {
        asked.push(`${at} ${name} ${method}`);
        return Promise.reject(Object.assign(new Error("no"), { code: 4001 }));
      };
      const info = { uuid: "the same", name, rdns: "", icon: "https://icons.example/wallet.png" };
      dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: { info, provider: { request } } }));
    }
  }, names);
const askedOf = (page: Page) => page.evaluate(() => Reflect.get(window, "asked") as string[]);

/** The panel listens, and nobody has announced itself yet. */
async function openEmpty(page: Page, transfer: Its["transfer"]): Promise<void> {
  await openPanel(page, transfer);
  await expect(page.getByText(none)).toBeFocused();
}

testRows(
  "wallets announce themselves",
  [
    {
      name: "no wallet",
      play: async ({ page, transfer }) => {
        await openEmpty(page, transfer);
      },
      ends: nothing,
    },
    {
      name: "a late announcement is taken",
      play: async ({ page, transfer }) => {
        await openEmpty(page, transfer);
        await announce(page, ["Late wallet"]);
        await expect(button(page, "Late wallet")).toBeVisible();
        await expect(page.getByText("Choose a wallet.")).toBeVisible();
      },
      ends: nothing,
    },
    {
      name: "a name is text of 40 characters, and its icon is never loaded",
      play: async ({ page, transfer }) => {
        await openEmpty(page, transfer);
        await announce(page, [`<img src=x onerror=alert(1)>${"\u202e"}${"\u0000"}`, "n".repeat(90), ""]);
        const panel = page.getByRole("region", { name: "Browser wallet" });
        await expect(button(page, "<img src=x onerror=alert(1)>")).toBeVisible();
        await expect(button(page, /^n{40}\s*$/)).toBeVisible();
        await expect(button(page, "Unnamed wallet")).toBeVisible();
        await expect(panel.locator("img, svg image")).toHaveCount(0);
      },
      ends: nothing,
    },
    {
      name: "two wallets with one uuid: the one that was chosen is asked",
      play: async ({ page, transfer }) => {
        await openEmpty(page, transfer);
        await announce(page, ["One", "Other"]);
        await button(page, "Other").click();
        await expect(page.getByText("Other refused or didn’t answer. Nothing was sent.")).toBeFocused();
        expect(await askedOf(page)).toEqual(["1 Other eth_requestAccounts"]);
      },
      ends: nothing,
    },
    {
      name: "two wallets with one name: the place that was chosen is asked",
      play: async ({ page, transfer }) => {
        await openEmpty(page, transfer);
        await announce(page, ["Same", "Same"]);
        await expect(button(page, "Same")).toHaveCount(2);
        await button(page, "Same").nth(1).click();
        await expect(page.getByText("Same refused or didn’t answer. Nothing was sent.")).toBeFocused();
        expect(await askedOf(page)).toEqual(["1 Same eth_requestAccounts"]);
      },
      ends: nothing,
    },
    {
      name: "what is no announcement is passed over",
      play: async ({ page, transfer }) => {
        await openEmpty(page, transfer);
        await page.evaluate(() => {
          const provider = { request: () => Promise.reject(new Error("no")) };
          const details = [undefined, null, 1, {}, { info: {} }, { info: null, provider: {} }, { provider }];
          for (const detail of details)
            dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
          dispatchEvent(new Event("eip6963:announceProvider"));
        });
        await expect(button(page, "Unnamed wallet")).toHaveCount(1);
      },
      ends: nothing,
    },
  ],
  [],
);

const refused = /^Test wallet refused or didn’t answer. Nothing was sent./;
const differs = /^Test wallet isn’t on Base with this account. Nothing was sent./;
const lacks = /^Test wallet doesn’t have Base \(chain 8453\)\. Add it there\./;
const word = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`;
const decimals = "0x313ce567";
/** A token that says so of its decimals and of each balance. */
const token =
  (digits: bigint, balance: bigint | string) =>
  ([call]: unknown[]) =>
    (call as { data: string }).data.startsWith(decimals)
      ? word(digits)
      : typeof balance === "string"
        ? balance
        : word(balance);
const units = 1_250_500_000n;

const stops: [name: string, ways: Ways, words: RegExp][] = [
  ["its owner refuses to connect", { answers: { eth_requestAccounts: () => refusal(4001) } }, refused],
  ["it holds an earlier question", { answers: { eth_requestAccounts: () => refusal(-32_002) } }, refused],
  ["it has no account", { accounts: [] }, differs],
  ["it forgets the account", { answers: { eth_accounts: () => [] } }, differs],
  [
    "it lacks the network: 4902",
    { chain: "0x1", answers: { wallet_switchEthereumChain: () => refusal(4902) } },
    lacks,
  ],
  ["it lacks the network: 4902 inside -32603", { chain: "0x1", switching: "lacks" }, lacks],
  [
    "its owner refuses to switch",
    { chain: "0x1", answers: { wallet_switchEthereumChain: () => refusal(4001) } },
    refused,
  ],
  [
    "it can’t switch",
    { chain: "0x1", answers: { wallet_switchEthereumChain: () => refusal(-32_601) } },
    refused,
  ],
  ["it says yes and stays", { chain: "0x1", switching: "stays" }, differs],
  [
    "it names the network and is on another: no such contract",
    { answers: { eth_call: () => "0x" } },
    differs,
  ],
  ["the token has other decimals", { answers: { eth_call: token(18n, units) } }, differs],
  [
    "the account has one unit too little",
    { answers: { eth_call: token(6n, units - 1n) } },
    /^This account has less than 1,250.50 USDC\./,
  ],
  ["the balance is no number", { answers: { eth_call: token(6n, "much") } }, refused],
  [
    "a read is never answered: ten seconds",
    { answers: { eth_call: () => new Promise(() => undefined) } },
    refused,
  ],
];

testRows(
  "what stops before a licence is taken",
  stops.map(([name, ways, words]) => ({
    name,
    ways,
    play: async ({ page, transfer }) => {
      await openPanel(page, transfer);
      await button(page, /^Test wallet/).click();
      await expect(page.getByText(words)).toBeFocused();
      await button(page, "Done").click();
      await expect(button(page, "Pay from wallet")).toBeVisible();
    },
    ends: nothing,
  })),
);

const others = "This account is a contract: others may need to approve.";
const second = `0x${"5e".repeat(20)}`;

testRows("the sheet", [
  {
    name: "it follows to the network",
    ways: { chain: "0x1" },
    play: async ({ page, transfer }) => {
      await openSheet(page, transfer);
      await expect(page.getByText("Base (chain 8453)")).toBeVisible();
    },
    ends: nothing,
  },
  {
    name: "of two accounts the chosen one is on the sheet",
    ways: { answers: { eth_call: token(6n, units) } },
    play: async ({ page, transfer, ways, ground }) => {
      ways.accounts = [ground.token.holder, second];
      await openPanel(page, transfer);
      await button(page, /^Test wallet/).click();
      await expect(page.getByText("Choose the account to send from.")).toBeFocused();
      await button(page, second).click();
      await expect(page.getByText(`From ${second}`)).toBeVisible();
    },
    ends: nothing,
  },
  {
    name: "the account is a contract",
    ways: { answers: { eth_getCode: () => "0x6001" } },
    play: async ({ page, transfer }) => {
      await openSheet(page, transfer);
      await expect(page.getByText(others)).toBeVisible();
    },
    ends: nothing,
  },
  {
    name: "the account is delegated, and is its owner’s all the same",
    ways: { answers: { eth_getCode: () => `0xef0100${"ab".repeat(20)}` } },
    play: async ({ page, transfer }) => {
      await openSheet(page, transfer);
      await expect(page.getByText(others)).toHaveCount(0);
    },
    ends: nothing,
  },
  ...(["accountsChanged", "chainChanged"] as const).map(
    (event): Row => ({
      name: `${event} under the sheet leads back to the choice`,
      play: async ({ page, transfer, ways }) => {
        await openSheet(page, transfer);
        if (event === "chainChanged") ways.chain = "0x1";
        else ways.accounts = [second];
        await tellPage(page, event);
        await expect(page.getByText(/^The wallet changed its account or network\./)).toBeFocused();
        await expect(button(page, /^Ask Test wallet/)).toHaveCount(0);
      },
      ends: nothing,
    }),
  ),
  {
    name: "an event without a change leaves the sheet",
    play: async ({ page, transfer }) => {
      await openSheet(page, transfer);
      await tellPage(page, "chainChanged");
      await page.waitForTimeout(500);
      await expect(button(page, /^Ask Test wallet/)).toBeVisible();
    },
    ends: nothing,
  },
  {
    name: "back while the wallet holds the question: its late answer draws nothing",
    play: async ({ page, transfer, ways, ground }) => {
      let answer = (_accounts: string[]) => {};
      ways.answers = { eth_requestAccounts: () => new Promise((resolve) => (answer = resolve)) };
      await openPanel(page, transfer);
      await button(page, /^Test wallet/).click();
      await expect(page.getByText("Connect in Test wallet.")).toBeFocused();
      await button(page, "Back").click();
      answer([ground.token.holder]);
      await page.waitForTimeout(1_000);
      await expect(page.getByText("Choose a wallet.")).toBeVisible();
    },
    ends: nothing,
  },
  {
    name: "back, and nothing is left of it",
    play: async ({ page, transfer }) => {
      await openSheet(page, transfer);
      await button(page, "Back").click();
      await expect(page.getByText("Choose a wallet.")).toBeFocused();
    },
    ends: nothing,
  },
]);

const moved: [name: string, ways: Ways][] = [
  ["its account moved", { accounts: [second] }],
  ["its network moved", { chain: "0x1" }],
  ["it is disconnected", { accounts: [] }],
  ["its token changed", { answers: { eth_call: token(18n, units) } }],
];
testRows(
  "what changed silently under the sheet frees the licence",
  moved.map(([name, change]) => ({
    name,
    play: async ({ page, transfer, ways }) => {
      await openSheet(page, transfer);
      Object.assign(ways, change);
      await ask(page);
      await expect(page.getByText(differs)).toBeFocused();
    },
    ends: ["free", 0, "asked not_sent"],
  })),
);

sandboxTest("a sandbox never listens to a real wallet", async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.set(window, "calls", 0);
    addEventListener("eip6963:requestProvider", () => {
      Reflect.set(window, "calls", Number(Reflect.get(window, "calls")) + 1);
    });
  });
  await openPanel(page, await createByApi(page, { accountName: "SANDBOX WAITS" }));
  await expect(button(page, "Sandbox wallet")).toBeVisible();
  await announce(page, ["Real wallet"]);
  await page.waitForTimeout(500);
  await expect(button(page, "Real wallet")).toHaveCount(0);
  expect([await page.evaluate(() => Reflect.get(window, "calls")), await askedOf(page)]).toEqual([0, []]);
});
