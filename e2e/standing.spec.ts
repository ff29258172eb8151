import type { Page } from "@playwright/test";
import type { TransferWithEvents } from "#lib/contract/api";
import { expectAccessible } from "./support/checks/accessible";
import { moment } from "./support/checks/moment";
import { expect, test } from "./support/dashboards/test";
import { readTransfer } from "./support/steps/journey";
import { ageConfirmations, owner } from "./support/steps/people";
import { createByApi, linkByApi } from "./support/steps/transfers";

test.use({ ownDashboard: "standing" });
const qr = (page: Page) => page.getByRole("img", { name: /^QR code of the Base/ });

async function drive(page: Page, { id }: TransferWithEvents, status: string) {
  const answer = await page.request.post(`/api/transfers/${id}/sandbox`, { data: { status } });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** A transfer of which the sandbox reports nothing more automatically. */
async function createWaiting(page: Page): Promise<TransferWithEvents> {
  const transfer = await createByApi(page, { accountName: "SANDBOX WAITS", amount: "100" });
  await expect.poll(async () => (await readTransfer(page, transfer.id)).status).toBe("awaiting_deposit");
  return transfer;
}

/** One whose service has said a word that nobody knows. */
async function createUnknownWord(page: Page, word: string): Promise<TransferWithEvents> {
  const transfer = await createWaiting(page);
  await drive(page, transfer, word);
  await expect
    .poll(async () => (await readTransfer(page, transfer.id)).standing.closedBy)
    .toBe("unknown_word");
  return transfer;
}

test("a person opens a closed transfer again with what they saw, and a later word closes it", async ({
  page,
  watch,
  dashboard,
}) => {
  // It changed meanwhile, and then a confirmation is asked for.
  watch.allowFailures(/\/opening$/);
  const transfer = await createUnknownWord(page, "quote_locked");
  await page.goto(`/transfers/${transfer.id}`);
  const main = page.getByRole("main");
  const dialog = page.getByRole("dialog");
  await expect(main.getByRole("heading", { name: "The service said “quote_locked”" })).toBeVisible();
  await expect(qr(page)).toHaveCount(0);
  await main.locator("summary", { hasText: "The address" }).click();
  await expect(main.getByText("Don’t send to it now.")).toBeVisible();

  // What comes while somebody types is shown first.
  await main.getByRole("button", { name: "Open again" }).click();
  await expect(dialog.getByText("100.00 USDC", { exact: true })).toBeVisible();
  await expectAccessible(page, "opening again");
  await drive(page, transfer, "quote_moved");
  await expect
    .poll(async () => (await readTransfer(page, transfer.id)).unknownWords)
    .toEqual(["quote_locked", "quote_moved"]);
  await dialog.getByLabel("What the service said").fill("We asked the service; it still takes 100.00 USDC.");
  await dialog.getByRole("button", { name: "Open again" }).click();
  await expect(
    main.getByText(/^Something was reported or recorded since you opened this page/),
  ).toBeVisible();
  await expect(
    main.getByRole("heading", { name: "The service said “quote_locked, quote_moved”" }),
  ).toBeVisible();
  expect((await readTransfer(page, transfer.id)).standing.invitation).toBe("closed");

  // What was typed is kept.
  ageConfirmations(dashboard);
  await main.getByRole("button", { name: "Open again" }).click();
  await expect(dialog.getByLabel("What the service said")).toHaveValue(/still takes 100\.00 USDC/);
  await dialog.getByRole("button", { name: "Open again" }).click();
  await page.getByLabel("Your password").fill(owner.password);
  await page.getByRole("button", { name: "Confirm and continue" }).click();
  await expect(main.getByText(new RegExp(`^Opened again by .+, until ${moment}\\.$`))).toBeVisible();
  await expect(qr(page)).toBeVisible();
  await expectAccessible(page, "opened again");
  expect((await readTransfer(page, transfer.id)).standing).toMatchObject({ invitation: "open", ask: "100" });

  await drive(page, transfer, "quote_moved_again");
  await expect(qr(page)).toHaveCount(0);
});

test("what is missing is asked for on our own page alone", async ({ page, browser, dashboard }) => {
  const transfer = await createWaiting(page);
  const link = await linkByApi(page, transfer);
  await drive(page, transfer, "pay_short");
  await page.goto(`/transfers/${transfer.id}`);
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Open again" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("40.00 USDC, what is missing of 100.00")).toBeVisible();
  await dialog.getByLabel("What the service said").fill("They take the rest until noon.");
  await dialog.getByRole("button", { name: "Open again" }).click();
  const deposit = main.getByRole("region", { name: "Deposit", exact: true });
  await expect(deposit.getByText("40.00", { exact: true })).toBeVisible();
  await expect(deposit.getByRole("button", { name: "Copy address" })).toBeVisible();
  await expect(qr(page)).toHaveCount(0);
  await expect(main.getByRole("button", { name: "Pay from wallet" })).toHaveCount(0);
  const stranger = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const payer = await stranger.newPage();
  await payer.goto(dashboard.url + link);
  await expect(payer.getByText("Less than the amount arrived. Do not send again yet.")).toBeVisible();
  await expect(payer.getByText((await readTransfer(page, transfer.id)).address ?? "")).toHaveCount(0);
  await stranger.close();
});

test("finance stops asking, and can open it again", async ({ page }) => {
  const { id } = await createWaiting(page);
  await page.goto(`/transfers/${id}`);
  const main = page.getByRole("main");
  const dialog = page.getByRole("dialog");
  await expect(qr(page)).toBeVisible();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "We won’t fund this" }).click();
  await expect(dialog.getByText(/The service can’t cancel a transfer and hears nothing/)).toBeVisible();
  await dialog.getByLabel("Why you won’t fund it").fill("The invoice was cancelled.");
  await dialog.getByRole("button", { name: "Stop asking" }).click();
  await expect(main.getByRole("heading", { name: "We won’t fund this transfer" })).toBeVisible();
  await expect(qr(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Not funded/);
  await main.getByRole("button", { name: "Open again" }).click();
  await dialog.getByLabel("What the service said").fill("It still takes the deposit.");
  await dialog.getByRole("button", { name: "Open again" }).click();
  // Its own window still runs: it is as it was before.
  await expect(qr(page)).toBeVisible();
});

/** How often a hand has pressed something on the page, since it was asked last. */
async function countPresses(page: Page): Promise<() => number> {
  let presses = 0;
  await page.exposeFunction("notePress", () => {
    presses += 1;
  });
  await page.addInitScript(() => {
    const { notePress } = window as unknown as { notePress: () => void };
    document.addEventListener(
      "click",
      ({ isTrusted, detail }) => isTrusted && detail > 0 && notePress(),
      true,
    );
  });
  return () => {
    const before = presses;
    presses = 0;
    return before;
  };
}

test("whatever can be opened again is opened by four presses at most, with a confirmation", {
  tag: "@detail",
}, async ({ page, watch, dashboard }) => {
  // A confirmation is asked for.
  watch.allowFailures(/\/opening$/);
  const stopped = await createWaiting(page);
  const { seen } = (await readTransfer(page, stopped.id)).standing;
  const body = { reason: "The invoice was cancelled.", seen: `${seen}` };
  const answer = await page.request.post(`/api/transfers/${stopped.id}/stop`, { data: body });
  expect(answer.status(), await answer.text()).toBe(200);
  const short = await createWaiting(page);
  await drive(page, short, "pay_short");
  const unknown = await createUnknownWord(page, "held_at_desk");
  const pressesSince = await countPresses(page);
  for (const { id } of [stopped, short, unknown]) {
    ageConfirmations(dashboard);
    await page.goto(`/transfers/${id}`);
    const main = page.getByRole("main");
    pressesSince();
    await main.getByRole("button", { name: "Open again" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("What the service said").click();
    await page.keyboard.type("We asked the service; it still takes the deposit.");
    await dialog.getByRole("button", { name: "Open again" }).click();
    await page.getByLabel("Your password").fill(owner.password);
    await page.getByRole("button", { name: "Confirm and continue" }).click();
    await expect.poll(async () => (await readTransfer(page, id)).standing.invitation).toMatch(/^open/);
    const presses = pressesSince();
    expect(presses).toBeGreaterThan(0);
    expect(presses).toBeLessThanOrEqual(4);
  }
});

test("an admin says once what a word means, and takes it back", { tag: "@detail" }, async ({ page }) => {
  const first = await createUnknownWord(page, "rate_fixed");
  const second = await createUnknownWord(page, "rate_fixed");
  await page.goto("/");
  const main = page.getByRole("main");
  await expect(main.getByText(/^The service uses a word we don’t know: \d+ transfers/)).toHaveCount(1);
  await page.goto(`/transfers/${first.id}`);
  await main.getByRole("link", { name: "Say what this word means" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Service’s words");
  const unknown = main.getByRole("region", { name: "Words that nobody knows" });
  const row = unknown.getByRole("listitem").filter({ hasText: "rate_fixed" });
  await expect(row).toContainText("Closes 2 transfers");
  await row.getByRole("button", { name: "Say what it means" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Teach the word" }).click();
  await expect(dialog.getByText("Choose what the word means.")).toBeVisible();
  await dialog.getByLabel("It means").selectOption({ label: "Awaiting deposit" });
  await expectAccessible(page, "teaching a word");
  await dialog.getByRole("button", { name: "Teach the word" }).click();
  const taught = main.getByRole("region", { name: "Words that an admin taught" });
  await expect(taught.getByRole("listitem").filter({ hasText: "rate_fixed" })).toContainText(
    "Awaiting deposit",
  );
  await expect(row).toHaveCount(0);
  for (const { id } of [first, second])
    await expect.poll(async () => (await readTransfer(page, id)).standing.invitation).toBe("open");
  await page.goto(`/transfers/${first.id}`);
  await expect(main.getByText(/“rate_fixed”, read as awaiting deposit by an admin/).first()).toBeVisible();
  await expect(qr(page)).toBeVisible();

  await page.goto("/words");
  await taught
    .getByRole("listitem")
    .filter({ hasText: "rate_fixed" })
    .getByRole("button", { name: "Take back" })
    .click();
  await dialog.getByRole("button", { name: "Take back" }).click();
  await expect(row).toContainText("Closes 2 transfers");
});
