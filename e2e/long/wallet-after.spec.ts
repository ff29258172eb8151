import { join } from "node:path";
import type { Page } from "@playwright/test";
import { startAnvil } from "#lib/testing/service/anvil";
import { watchPages } from "../support/checks/page-watch";
import { openDatabase } from "../support/dashboards/database";
import { expect } from "../support/dashboards/test";
import { readTransfer } from "../support/steps/journey";
import { makeAccount, signIn } from "../support/steps/people";
import { createByApi, reporter } from "../support/steps/transfers";
import {
  ask,
  button,
  fundingOf,
  giveAddresses,
  inject,
  openSheet,
  tellPage,
  test,
  type WalletGround,
} from "../support/steps/wallet";
import { type Its, type Row, testRows } from "./rows";

/** From the licence to what the network shows. */

const claims = /\/api\/transfers\/[^/]+\/fundings$/;
const answers = /\/fundings\/[^/]+\/answer$/;
const free = /^Nothing was sent\./;
const sent = "Test wallet says it sent. Don’t send again.";
const unsure = /^It may have been sent\. Look in Test wallet\./;

/** Of a transaction that no network ever shows. */
const unseen = { sends: { text: `0x${"7e".repeat(32)}` } };

const play =
  (words: string | RegExp) =>
  async ({ page, transfer }: Its) => {
    await openSheet(page, transfer);
    await ask(page);
    await expect(page.getByText(words)).toBeFocused();
  };

const confirmed = /^I checked: nobody has sent\. Ask Test wallet to send/;

testRows("the licence", [
  {
    name: "the terms are others than the screen’s: freed, and nobody was asked",
    play: async (its) => {
      await its.page.route(claims, async (route) => {
        const given = await route.fetch();
        await route.fulfill({ response: given, json: { ...(await given.json()), units: "1" } });
      });
      await play(/^This transfer has changed, so the wallet was not asked\./)(its);
      await its.page.unroute(claims);
    },
    ends: ["free", 0, "asked not_sent"],
  },
  {
    name: "no answer to the claim: freed, and nobody was asked",
    play: async (its) => {
      await its.page.route(claims, async (route) => {
        await route.fetch();
        await route.abort();
      });
      await openSheet(its.page, its.transfer);
      await ask(its.page);
      await expect(button(its.page, "Done")).toBeVisible();
      await its.page.unroute(claims);
    },
    ends: ["free", 0, "asked not_sent"],
  },
  {
    name: "a repeat of the claim is no licence",
    play: async (its) => {
      await its.page.route(claims, async (route) => {
        await route.fetch();
        await route.continue();
      });
      await play("A wallet was already asked to send. Reload the page before you send.")(its);
      await its.page.unroute(claims);
    },
    ends: ["asked", 0, "asked"],
  },
  {
    name: "a deposit was seen meanwhile",
    play: async (its) => {
      await openSheet(its.page, its.transfer);
      await its.ground.token.transfer(its.transfer.address ?? "", 1n);
      await expect
        .poll(async () => (await readTransfer(its.page, its.transfer.id)).deposit.amount)
        .not.toBeNull();
      await ask(its.page);
      await expect(its.page.getByText(/^A deposit was seen at this transfer’s address\./)).toBeFocused();
    },
    ends: ["free", 0, ""],
  },
  {
    name: "it expired meanwhile",
    play: async (its) => {
      const report = reporter(its.page, its.ground.service);
      await openSheet(its.page, its.transfer);
      await report({ status: "expired" });
      await ask(its.page);
      await expect(its.page.getByText(/^You can’t send to this transfer from a wallet now\./)).toBeFocused();
    },
    ends: ["free", 0, ""],
  },
  {
    name: "a doubt: asked only once a person has confirmed",
    ways: unseen,
    play: async (its) => {
      const doubt = "A payer’s link is open.";
      await its.page.route(claims, async (route) => {
        const { confirmsPayLink } = route.request().postDataJSON() as { confirmsPayLink?: string };
        if (confirmsPayLink !== undefined) return route.continue();
        const code = "pay_link_open";
        await route.fulfill({
          status: 409,
          contentType: "application/problem+json",
          json: {
            ...{ type: "about:blank", title: "Doubt", status: 409, detail: doubt, code },
            confirm: { confirmsPayLink: "2026-01-01T00:00:00.000Z" },
          },
        });
      });
      await openSheet(its.page, its.transfer);
      await ask(its.page);
      await expect(its.page.getByText(doubt)).toBeVisible();
      expect(its.prompts).toEqual([]);
      await button(its.page, confirmed).click();
      await expect(its.page.getByText(sent)).toBeFocused();
      await its.page.unroute(claims);
    },
    ends: ["sent", 1, "asked sent"],
  },
  {
    name: "a payer’s link is open: said first, asked only once a person has confirmed, and the payer is stopped",
    ways: unseen,
    play: async (its) => {
      const { page, ground, transfer } = its;
      const made = await page.request.post(`/api/transfers/${transfer.id}/pay-link`, {
        headers: { origin: ground.dashboard.url },
        data: { validHours: 2, payeeName: "Ada" },
      });
      const { link } = (await made.json()) as { link: string };
      const payer = await page.context().newPage();
      await payer.goto(link);
      await expect(payer.getByRole("button", { name: "Copy address" })).toBeVisible();
      await openSheet(page, transfer);
      await ask(page);
      await expect(
        page.getByText(/^A payer’s link is open until .+ somebody else may send too\./),
      ).toBeVisible();
      expect(its.prompts).toEqual([]);
      await button(page, confirmed).click();
      await expect(page.getByText(sent)).toBeFocused();
      await expect(payer.getByText("Do not send now.")).toBeVisible();
      await expect(payer.getByRole("button", { name: "Copy address" })).toHaveCount(0);
      await payer.close();
    },
    ends: ["sent", 1, "asked sent"],
  },
]);

const codes = [4001, 4100, 4200, 4902, -32_601, -32_602];
const doubts = [-32_000, -32_002, -32_003, -32_603, 4900, 4901, 0];
testRows("what the wallet answers", [
  ...codes.map(
    (code): Row => ({
      name: `${code}: a plain no`,
      ways: { sends: { code } },
      play: play(free),
      ends: ["free", 1, "asked not_sent"],
    }),
  ),
  ...doubts.map(
    (code): Row => ({
      name: `${code}: it may have sent`,
      ways: { sends: { code } },
      play: play(unsure),
      ends: ["unsure", 1, "asked unsure"],
    }),
  ),
  ...(
    [
      ["an error without a code", { error: { message: "no" } }],
      ["an error that is text", { error: "Failed to fetch" }],
      ["an error that is nothing", { error: null }],
      ["an error whose words are no text", { error: { message: { toString: null } } }],
      ["a code that is no number", { error: { code: "UNKNOWN_ERROR" } }],
      ["a node that has it", { error: { code: -32_000, message: "already known" } }],
      [
        "another one has its nonce",
        { error: { code: -32_603, message: "replacement transaction underpriced" } },
      ],
      ["within an error", { error: { code: -32_603, message: "no", data: { message: "nonce too low" } } }],
      ["a garbage hash", "0x12<b>"],
      ["no hash", null],
      ["an endless hash", "0x".padEnd(5_000, "a")],
    ] as const
  ).map(
    ([name, said]): Row => ({
      name,
      ways: { answers: { eth_sendTransaction: () => said } },
      play: play(unsure),
      ends: ["unsure", 1, "asked unsure"],
    }),
  ),
  ...(
    [
      ["text of a refusal", { error: "User rejected" }],
      ["a refusal by its code’s name", { error: { code: "ACTION_REJECTED" } }],
      [
        "a refusal of another code",
        { error: { code: -32_603, message: "User denied transaction signature" } },
      ],
      ["too little for the fee", { error: { code: -32_000, message: "insufficient funds for transfer" } }],
      ["too much gas", { error: { code: -32_603, data: { message: "gas required exceeds allowance (0)" } } }],
      [
        "a device that refused, deep in its error",
        { error: { code: -32_603, data: { originalError: { message: "Ledger device: (0x6985)" } } } },
      ],
    ] as const
  ).map(
    ([name, said]): Row => ({
      name,
      ways: { answers: { eth_sendTransaction: () => said } },
      play: play(free),
      ends: ["free", 1, "asked not_sent"],
    }),
  ),
  {
    name: "an account without the network’s coin: told before, and what the node refused was not sent",
    play: async (its) => {
      const { anvil, token } = its.ground;
      const [, , , poor = ""] = await anvil.ask<string[]>("eth_accounts");
      await token.mint(poor, 1_250_500_000n);
      await anvil.ask("anvil_setBalance", poor, "0x0");
      its.ways.accounts = [poor];
      its.ways.answers = {
        eth_sendTransaction: ([asked]) =>
          anvil
            .ask("eth_sendTransaction", { ...(asked as object), gas: "0x30000" })
            .catch((error: Error) => ({
              error: { code: -32_603, message: "Internal error.", data: { message: error.message } },
            })),
      };
      await openSheet(its.page, its.transfer);
      await expect(its.page.getByText(/^This account may have too little of Base’s own coin/)).toBeVisible();
      await ask(its.page);
      await expect(its.page.getByText(free)).toBeFocused();
    },
    ends: ["free", 1, "asked not_sent"],
  },
  {
    name: "refused, and asked again on the same page",
    ways: { sends: { code: 4001 } },
    play: async (its) => {
      await play(free)(its);
      Object.assign(its.ways, unseen);
      await button(its.page, "Done").click();
      await expect(button(its.page, "Pay from wallet")).toBeVisible();
      await button(its.page, "Pay from wallet").click();
      await button(its.page, /^Test wallet/).click();
      await ask(its.page);
      await expect(its.page.getByText(sent)).toBeFocused();
    },
    ends: ["sent", 2, "asked not_sent asked sent"],
  },
  {
    name: "a double click is one question",
    ways: unseen,
    play: async (its) => {
      await openSheet(its.page, its.transfer);
      await button(its.page, /Ask Test wallet to send/).dblclick();
      await expect(its.page.getByText(sent)).toBeFocused();
    },
    ends: ["sent", 1, "asked sent"],
  },
  {
    name: "an answer that comes late is taken",
    play: async (its) => {
      let answer = (_hash: string) => {};
      its.ways.answers = {
        eth_sendTransaction: () => new Promise<string>((resolve) => (answer = resolve)),
      };
      await openSheet(its.page, its.transfer);
      await ask(its.page);
      const words = "Compare amount, network and address in Test wallet. Refuse anything else.";
      await expect(its.page.getByText(words)).toBeFocused();
      // The page around it has changed meanwhile, and the panel stays.
      await expect(its.page.getByRole("heading", { name: /wallet was asked to send/ })).toBeVisible();
      await expect(button(its.page, "Back")).toHaveCount(0);
      answer(unseen.sends.text);
      await expect(its.page.getByText(sent)).toBeFocused();
    },
    ends: ["sent", 1, "asked sent"],
  },
  {
    name: "a change that is noticed late takes no question off the screen",
    ways: { sends: { hangs: true } },
    play: async (its) => {
      await openSheet(its.page, its.transfer);
      let notice = (_chain: string) => {};
      let isFirst = true;
      its.ways.answers = {
        eth_chainId: () => {
          const answer = isFirst ? new Promise((resolve) => (notice = resolve)) : "0x2105";
          isFirst = false;
          return answer;
        },
      };
      await tellPage(its.page, "chainChanged");
      await expect.poll(() => isFirst).toBe(false);
      await ask(its.page);
      await expect.poll(() => its.prompts.length).toBe(1);
      notice("0x1");
      await its.page.waitForTimeout(1_000);
      const words = "Compare amount, network and address in Test wallet. Refuse anything else.";
      await expect(its.page.getByText(words)).toBeVisible();
      await expect(its.page.getByText(/^The wallet changed/)).toHaveCount(0);
    },
    ends: ["asked", 1, "asked"],
  },
  {
    name: "a server that stays away when it answers: told so, and held off until the network shows it",
    play: async (its) => {
      await its.page.route(answers, (route) => route.abort());
      await openSheet(its.page, its.transfer);
      await ask(its.page);
      const words = "Couldn’t record the wallet’s answer. Look in Test wallet. If it sent, don’t send again.";
      await expect(its.page.getByText(words)).toBeFocused({ timeout: 60_000 });
      await its.page.unroute(answers);
      await its.ground.anvil.mine(2);
      await expect(its.page.getByText(/the exact amount/)).toBeVisible();
    },
    ends: ["free", 1, "asked"],
  },
  {
    name: "a server that is away when it answers: it is tried again",
    ways: unseen,
    play: async (its) => {
      await its.page.route(answers, (route) => route.abort(), { times: 1 });
      await play(sent)(its);
    },
    ends: ["sent", 1, "asked sent"],
  },
]);

/** Both wait in the pool, and the second one takes the place of the first. Returns the first one's hash. */
async function sendAndReplace({ anvil }: WalletGround, first: object, second: object): Promise<string> {
  await anvil.ask("evm_setAutomine", false);
  const hash = await anvil.ask<string>("eth_sendTransaction", first);
  const { nonce } = await anvil.ask<{ nonce: string }>("eth_getTransactionByHash", hash);
  await anvil.ask("eth_sendTransaction", { ...second, nonce, gas: "0x30000", gasPrice: "0x174876e800" });
  await anvil.ask("evm_setAutomine", true);
  await anvil.mine(3);
  return hash;
}
const arrives = async ({ page, transfer }: Its) => {
  await expect(page.getByText(/the exact amount/)).toBeVisible();
  expect((await readTransfer(page, transfer.id)).deposit.parts).toEqual(["1250.5"]);
};
/** It stays so over several looks of the network. */
const staysUnseen = async ({ page, transfer, ground }: Its) => {
  await ground.anvil.mine(3);
  await page.waitForTimeout(11_000);
  const { funding, deposit } = await readTransfer(page, transfer.id);
  expect([funding?.state, deposit.label]).toEqual(["sent", "none"]);
  await expect(page.getByText("It isn’t seen on Base yet.")).toBeVisible();
};
const closeByHand = async (page: Page) => {
  // Of a request that the wallet says it sent, the act is folded.
  const fold = page.locator("summary", { hasText: "The wallet’s request" });
  if (await fold.isVisible()) await fold.click();
  await button(page, "Close this request").click();
  await page.getByLabel("What you found out").fill("The wallet shows that nothing was sent.");
  await button(page, "Close the request").click();
  await expect(page.getByText("The request is closed.")).toBeVisible();
};

testRows("what the network shows", [
  {
    name: "sent, seen, arrived",
    play: async (its) => {
      await play(sent)(its);
      await its.ground.anvil.mine(2);
      await arrives(its);
    },
    ends: ["free", 1, "asked sent"],
  },
  {
    name: "the network moved under the prompt: success elsewhere stays sent, and unseen",
    play: async (its) => {
      const other = await startAnvil({ chainId: 1, mining: "each" });
      its.ways.answers = {
        eth_sendTransaction: ([asked]) =>
          other.ask("eth_sendTransaction", { ...(asked as object), chainId: undefined }),
      };
      await play(sent)(its);
      await staysUnseen(its);
      await other.close();
    },
    ends: ["sent", 1, "asked sent"],
  },
  {
    name: "sped up: another hash than the wallet’s, found by the address",
    play: async (its) => {
      const { ground } = its;
      its.ways.answers = {
        eth_sendTransaction: ([asked]) => sendAndReplace(ground, asked as object, asked as object),
      };
      await play(sent)(its);
      await arrives(its);
    },
    ends: ["free", 1, "asked sent"],
  },
  {
    name: "cancelled: nothing arrives, and a person closes it",
    play: async (its) => {
      const { ground } = its;
      const nothing = { from: ground.token.holder, to: ground.token.holder, value: "0x0" };
      its.ways.answers = {
        eth_sendTransaction: ([asked]) => sendAndReplace(ground, asked as object, nothing),
      };
      await play(sent)(its);
      await staysUnseen(its);
      await closeByHand(its.page);
      await expect(button(its.page, "Pay from wallet")).toBeVisible();
    },
    ends: ["free", 1, "asked sent closed"],
  },
  {
    name: "it reverts: failed by the network’s receipt, and free",
    play: async (its) => {
      const { anvil, token } = its.ground;
      const [, poor = ""] = await anvil.ask<string[]>("eth_accounts");
      await token.mint(poor, 1_250_500_000n);
      its.ways.accounts = [poor];
      its.ways.answers = {
        eth_sendTransaction: async ([asked]) => {
          const transaction = { ...(asked as { data: string }), gas: "0x30000" };
          await anvil.ask("evm_setAutomine", false);
          // What the account has goes elsewhere first.
          const elsewhere = `0xa9059cbb${token.holder.slice(2).padStart(64, "0")}${transaction.data.slice(-64)}`;
          await anvil.ask("eth_sendTransaction", { ...transaction, data: elsewhere });
          const hash = await anvil.ask("eth_sendTransaction", transaction);
          await anvil.ask("evm_setAutomine", true);
          await anvil.mine(3);
          return hash;
        },
      };
      await play(sent)(its);
      // Receipts are asked for by the look that settles: at the latest in a minute, or with the next deposit.
      const other = await createByApi(its.page);
      await its.ground.token.transfer(other.address ?? "", 1n);
      await anvil.mine(3);
      await expect.poll(() => fundingOf(its.page, its.transfer), { timeout: 90_000 }).toBe("free");
      await button(its.page, "Done").click();
      await expect(button(its.page, "Pay from wallet")).toBeVisible();
    },
    ends: ["free", 1, "asked sent failed"],
  },
  {
    name: "it names an old transaction that failed: held off until the real one arrives",
    play: async (its) => {
      const { anvil, token } = its.ground;
      const [, , , , own = ""] = await anvil.ask<string[]>("eth_accounts");
      const to = its.transfer.address?.slice(2).toLowerCase().padStart(64, "0");
      const data = `0xa9059cbb${to}${1_250_500_000n.toString(16).padStart(64, "0")}`;
      const call = { from: own, to: token.address, data, gas: "0x30000" };
      const old = await anvil.ask<string>("eth_sendTransaction", call);
      const { status, blockNumber } = await anvil.ask<{ status: string; blockNumber: string }>(
        ...(["eth_getTransactionReceipt", old] as const),
      );
      expect(Number(status)).toBe(0);
      const { timestamp } = await anvil.ask<{ timestamp: string }>(
        "eth_getBlockByNumber",
        blockNumber,
        false,
      );
      await token.mint(own, 1_250_500_000n);
      // The next second has begun.
      await expect.poll(() => Date.now() / 1_000 - Number(timestamp)).toBeGreaterThan(1);
      its.ways.accounts = [own];
      its.ways.answers = { eth_sendTransaction: () => old };
      await play(sent)(its);
      // Receipts are asked for by the look that settles, such as the one that confirms this deposit.
      const other = await createByApi(its.page);
      await token.transfer(other.address ?? "", 1n);
      await anvil.mine(3);
      const labelOf = async () => (await readTransfer(its.page, other.id)).deposit.label;
      await expect.poll(labelOf, { timeout: 90_000 }).toBe("short");
      await anvil.mine(1);
      expect(await fundingOf(its.page, its.transfer)).toBe("sent");
      await expect(button(its.page, "Pay from wallet")).toHaveCount(0);
      await anvil.ask("eth_sendTransaction", call);
      await anvil.mine(3);
      await arrives(its);
    },
    ends: ["free", 1, "asked sent"],
  },
  {
    name: "a Safe: the hash is its own request’s, and the execution is found by the address",
    play: async (its) => {
      const { anvil, token } = its.ground;
      const safe = `0x${"5a".repeat(19)}01`;
      await anvil.ask("anvil_setCode", safe, "0x6001");
      await anvil.ask("anvil_setBalance", safe, "0xde0b6b3a7640000");
      await token.mint(safe, 1_250_500_000n);
      its.ways.accounts = [safe];
      let asked: object = {};
      its.ways.answers = {
        eth_sendTransaction: ([transaction]) => {
          asked = transaction as object;
          return `0x${"5f".repeat(32)}`;
        },
      };
      await openSheet(its.page, its.transfer);
      await expect(its.page.getByText(/others may need to approve/)).toBeVisible();
      await ask(its.page);
      await expect(its.page.getByText(sent)).toBeFocused();
      // As if its owners had agreed.
      await anvil.ask("anvil_setCode", safe, "0x");
      await anvil.ask("anvil_impersonateAccount", safe);
      await anvil.ask("eth_sendTransaction", asked);
      await anvil.mine(3);
      await arrives(its);
    },
    ends: ["free", 1, "asked sent"],
  },
  {
    name: "somebody else’s deposit arrives while it is unsure",
    ways: { sends: { code: -32_603 } },
    play: async (its) => {
      const { anvil, token } = its.ground;
      const [, , other = ""] = await anvil.ask<string[]>("eth_accounts");
      await token.mint(other, 1_000_000n);
      await play(unsure)(its);
      const to = its.transfer.address?.slice(2).toLowerCase().padStart(64, "0");
      const data = `0xa9059cbb${to}${1_000_000n.toString(16).padStart(64, "0")}`;
      await anvil.ask("eth_sendTransaction", { from: other, to: token.address, data });
      await anvil.mine(3);
      await expect(its.page.getByText("A deposit is on Base, from another account.")).toBeVisible();
    },
    ends: ["unsure", 1, "asked unsure"],
  },
  {
    name: "a reload under the prompt: others are told not to send",
    ways: { sends: { hangs: true } },
    play: async (its) => {
      await openSheet(its.page, its.transfer);
      await ask(its.page);
      await expect.poll(() => its.prompts.length).toBe(1);
      await its.page.reload();
      await expect(
        its.page.getByRole("heading", { name: /was asked to send 1,250.50 USDC .+ Do not send\./ }),
      ).toBeVisible();
      await expect(its.page.getByText("It hasn’t answered yet.")).toBeVisible();
      await expect(its.page.getByRole("img", { name: /^QR code/ })).toHaveCount(0);
      await expect(button(its.page, "Pay from wallet")).toHaveCount(0);
    },
    ends: ["asked", 1, "asked"],
  },
  {
    name: "ten minutes without an answer",
    ways: { sends: { hangs: true } },
    play: async (its) => {
      await openSheet(its.page, its.transfer);
      await ask(its.page);
      await expect.poll(() => its.prompts.length).toBe(1);
      const database = openDatabase(join(its.ground.dashboard.folder, "dashboard.db"));
      const at = new Date(Date.now() - 580_000).toISOString();
      database
        .prepare("update fundings set asked_at = ?, changed_at = ? where transfer_id = ?")
        .run(at, at, its.transfer.id);
      database.close();
      await its.page.reload();
      await expect(its.page.getByText("It hasn’t answered yet.")).toBeVisible();
      // The page is open when the time is over.
      await expect(
        its.page.getByText(
          "No answer. The wallet may still show the request: refuse it there, then close the request.",
        ),
      ).toBeVisible({ timeout: 40_000 });
      await its.page.goto("/attention");
      await expect(
        its.page
          .getByRole("main")
          .getByText(/wallet/i)
          .first(),
      ).toBeVisible();
    },
    ends: ["asked", 1, "asked"],
  },
  {
    name: "a tab that closed under its prompt, approved later: one deposit",
    ways: { sends: { hangs: true } },
    play: async (its) => {
      const own = await its.page.context().newPage();
      const prompts = await inject(own, its.ground, { sends: { hangs: true } });
      await openSheet(own, its.transfer);
      await ask(own);
      await expect.poll(() => prompts.length).toBe(1);
      await own.close();
      await its.page.goto(`/transfers/${its.transfer.id}`);
      await expect(button(its.page, "Pay from wallet")).toHaveCount(0);
      await its.ground.anvil.ask("eth_sendTransaction", JSON.parse(prompts[0] ?? "{}"));
      await its.ground.anvil.mine(3);
      await arrives(its);
    },
    ends: ["free", 0, "asked"],
  },
]);

const noButton = async ({ page, transfer }: Its) => {
  await page.goto(`/transfers/${transfer.id}`);
  await expect(page.getByRole("heading", { name: "Timeline" })).toBeVisible();
  await expect(button(page, "Pay from wallet")).toHaveCount(0);
};
const ended = ["deposit_received", "underpaid", "processing", "completed", "failed", "expired", "in_review"];
testRows("when no wallet is offered", [
  ...ended.map(
    (status): Row => ({
      name: `the service reported ${status}`,
      play: async (its) => {
        await reporter(its.page, its.ground.service)({ status });
        await noButton(its);
      },
      ends: ["free", 0, ""],
    }),
  ),
]);

test("no wallet for an address whose check failed", async ({ page, ground }) => {
  giveAddresses(ground.service, () => "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD");
  const transfer = await createByApi(page);
  giveAddresses(ground.service);
  await noButton({ page, ground, ways: {}, prompts: [], transfer });
});

test("two people, one prompt; and nobody without the role", async ({ page, ground, browser, watch }) => {
  watch.allowFailures(/\/fundings/);
  const { dashboard } = ground;
  const storageState = { cookies: [], origins: [] };
  const pageOf = async (role: "finance" | "support") => {
    const who = await makeAccount(page, role);
    const context = await browser.newContext({ storageState, baseURL: dashboard.url });
    const watched = await watchPages(context);
    watched.allowFailures(/\/fundings/);
    const own = await context.newPage();
    await signIn(own, dashboard.url, who);
    return { own, watched };
  };
  const transfer = await createByApi(page);
  const [finance, support] = [await pageOf("finance"), await pageOf("support")];
  const prompts = await inject(page, ground, { sends: { hangs: true } });
  const theirs = await inject(finance.own, ground, { sends: { hangs: true } });
  await openSheet(page, transfer);
  await openSheet(finance.own, transfer);
  await Promise.all([ask(page), ask(finance.own)]);
  await expect.poll(() => prompts.length + theirs.length).toBe(1);
  const refused = prompts.length === 0 ? page : finance.own;
  await expect(refused.getByText(/’s wallet was asked to send, and may have sent already\./)).toBeFocused();
  expect([prompts.length + theirs.length, await fundingOf(page, transfer)]).toEqual([1, "asked"]);
  // Support sees that it is asked, and can neither ask nor close.
  await support.own.goto(`/transfers/${transfer.id}`);
  await expect(support.own.getByRole("heading", { name: /wallet was asked to send/ })).toBeVisible();
  for (const name of ["Pay from wallet", "Close this request"])
    await expect(button(support.own, name)).toHaveCount(0);
  const asked = await support.own.request.post(`/api/transfers/${transfer.id}/fundings`, {
    headers: { "idempotency-key": crypto.randomUUID(), origin: dashboard.url },
    data: { wallet: "x", from: `0x${"11".repeat(20)}` },
  });
  expect(asked.status()).toBe(403);
  for (const { own, watched } of [finance, support]) {
    watched.check();
    await own.context().close();
  }
});
