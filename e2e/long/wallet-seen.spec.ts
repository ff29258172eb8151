import { expectAccessibleWhenNarrow } from "../support/checks/accessible";
import { expect } from "../support/dashboards/test";
import { createByApi, linkByApi, reporter } from "../support/steps/transfers";
import {
  ask,
  button,
  eighteen,
  inject,
  openPanel,
  openSheet,
  refusal,
  test,
  type Ways,
} from "../support/steps/wallet";

/** Each step of the wallet's panel, and each state of the payer's page, at 320 px in both themes. */

test("each step of the wallet's panel", async ({ page, ground, watch }) => {
  test.setTimeout(600_000);
  watch.allowFailures(/\/fundings/);
  const ways: Ways = {};
  await inject(page, ground, ways);
  const look = async (state: string) => {
    await expectAccessibleWhenNarrow(page, `the wallet's panel: ${state}`);
    process.stdout.write(`  looked at: ${state}\n`);
  };
  const transfer = await createByApi(page, { asset: eighteen.asset, amount: "123456.123456789" });
  await page.goto(`/transfers/${transfer.id}`);
  await look("its button");
  await openPanel(page, transfer);
  await look("a wallet to choose");
  ways.answers = { eth_requestAccounts: () => new Promise(() => undefined) };
  await button(page, /^Test wallet/).click();
  await expect(page.getByText("Connect in Test wallet.")).toBeFocused();
  await look("connecting");
  ways.answers = { eth_requestAccounts: () => refusal(4001) };
  await button(page, "Back").click();
  await button(page, /^Test wallet/).click();
  await expect(page.getByText(/refused or didn’t answer/)).toBeFocused();
  await look("refused");
  delete ways.answers;
  ways.accounts = [ground.token.holder, `0x${"5e".repeat(20)}`];
  await openPanel(page, transfer);
  await button(page, /^Test wallet/).click();
  await expect(page.getByText("Choose the account to send from.")).toBeFocused();
  await look("an account to choose");
  ways.answers = { eth_getCode: () => "0x6001" };
  await button(page, new RegExp(ground.token.holder, "i")).click();
  await expect(page.getByText(/others may need to approve/)).toBeVisible();
  await look("the sheet");
  const claims = /\/fundings$/;
  await page.route(claims, (route) =>
    route.fulfill({
      status: 409,
      json: {
        ...{ title: "Doubt", status: 409, detail: "Check first.", code: "funding_unconfirmed" },
        confirm: { confirmsPayLink: new Date().toISOString() },
      },
    }),
  );
  await ask(page);
  await expect(page.getByText("Check first.")).toBeVisible();
  await look("the sheet with a doubt");
  await page.unroute(claims);
  let answer = (_hash: unknown) => {};
  ways.answers = { eth_sendTransaction: () => new Promise((resolve) => (answer = resolve)) };
  await ask(page);
  await expect(page.getByRole("heading", { name: /wallet was asked to send/ })).toBeVisible();
  await look("the wallet is asked");
  answer(refusal(-32_603));
  await expect(page.getByText(/^It may have been sent\./)).toBeFocused();
  await expect(page.getByRole("heading", { name: /may have sent/ })).toBeVisible();
  await look("it may have been sent");
  await page.locator("summary", { hasText: "Details of the request" }).first().click();
  await look("the details of the request");
  await button(page, "Close this request").click();
  await button(page, "Close the request").click();
  await expect(page.getByText("Say why, so that others can follow it.")).toBeVisible();
  await look("closing it, with an error");
  await page.getByLabel("What you found out").fill("Nothing was sent.");
  await button(page, "Close the request").click();
  await expect(page.getByText("The request is closed.")).toBeVisible();
  await look("closed");
  delete ways.answers;
  ways.accounts = [ground.token.holder];
  const other = await createByApi(page);
  ways.sends = { text: `0x${"7e".repeat(32)}` };
  await openSheet(page, other);
  await ask(page);
  await expect(page.getByText(/says it sent\. Don’t send again\./)).toBeFocused();
  await look("sent");
});

test("a page without a wallet, and each state of the payer's page", async ({ page, ground, browser }) => {
  test.setTimeout(600_000);
  const prompts = await inject(page, ground, { sends: { hangs: true } }, []);
  const transfer = await createByApi(page);
  await openPanel(page, transfer);
  await expect(page.getByText("No wallet found in this browser. Copy the address.")).toBeFocused();
  await expectAccessibleWhenNarrow(page, "no wallet");
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [] },
    baseURL: ground.dashboard.url,
  });
  const payer = await context.newPage();
  const seen: string[] = [];
  const states: [status: string | undefined, words: RegExp][] = [
    [undefined, /asks you to send$/],
    ["quantum", /^Payment request from/],
    ["deposit_received", /^Payment request from/],
    ["underpaid", /^Payment request from/],
    ["overpaid", /^Payment request from/],
    ["expired", /^Payment request from/],
    ["completed", /^Payment request from/],
  ];
  for (const [status, words] of states) {
    const own = await createByApi(page);
    const report = reporter(page, ground.service);
    const link = await linkByApi(page, own);
    if (status !== undefined) await report({ status });
    await payer.goto(link);
    await expect(payer.getByRole("heading", { level: 1 })).toHaveText(words);
    await expectAccessibleWhenNarrow(payer, `the payer's page: ${status ?? "open"}`);
    seen.push(status ?? "open");
  }
  const own = await createByApi(page);
  const link = await linkByApi(page, own);
  const askBeside = (confirmed: object) =>
    page.request.post(`/api/transfers/${own.id}/fundings`, {
      headers: { "idempotency-key": crypto.randomUUID() },
      data: { wallet: "Test wallet", from: ground.token.holder, ...confirmed },
    });
  const refused = (await (await askBeside({})).json()) as { confirm: object };
  expect((await askBeside(refused.confirm)).status()).toBe(201);
  await payer.goto(link);
  await expect(payer.getByText("Copy address")).toHaveCount(0);
  await expectAccessibleWhenNarrow(payer, "the payer's page: somebody is paying");
  await page.request.delete(`/api/transfers/${own.id}/pay-link`);
  await payer.goto(link);
  await expect(payer.getByText("This link has ended. Do not send.")).toBeVisible();
  await expectAccessibleWhenNarrow(payer, "the payer's page: ended");
  await payer.goto(`/pay/${"A".repeat(43)}`);
  await expectAccessibleWhenNarrow(payer, "the payer's page: unknown");
  expect(prompts).toEqual([]);
  process.stdout.write(`  looked at the payer's page: ${seen.join(", ")}, asked, ended, unknown\n`);
  await context.close();
});
