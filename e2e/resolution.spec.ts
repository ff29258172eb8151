import type { Page } from "@playwright/test";
import { answer, goodAddress } from "#lib/testing/service/faulty-service";
import { expectAccessible } from "./support/checks/accessible";
import { expect, test } from "./support/dashboards/faulty-test";
import { createButton, createdTransfer, goToCheck, readTransfer } from "./support/steps/journey";
import { createUnknown } from "./support/steps/transfers";

// No call is meant to time out here, and each state is looked at by axe four times.
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const way = (page: Page, name: string) => page.getByRole("radio", { name });
const summary = (page: Page) => page.getByRole("alert").filter({ hasText: "corrected" });

/** Tests of this dashboard share addresses: then the card of that trouble holds it. */
const depositCard = (page: Page) =>
  page.getByRole("region", { name: /^(Deposit|Same deposit details as another transfer)$/ });

test("a person resolves an unknown outcome with what the service gave, after a last look", async ({
  page,
  service,
}) => {
  const { id } = await createUnknown(page, service);
  const callCount = service.callsOf("initiate").length;
  await page.goto(`/transfers/${id}`);
  await expect(page.getByText("We don’t know whether the transfer was created")).toBeVisible();
  await expect(page.getByText(/No money has moved: you were given no address/)).toBeVisible();
  await expectAccessible(page, "an unknown outcome");

  await way(page, "The service has this transfer").check();
  await field(page, "Deposit address").fill(goodAddress.replace("A", "a"));
  await page.getByRole("button", { name: "Check and record" }).click();
  await expect(summary(page)).toBeFocused();
  await expect(page).toHaveTitle(/^Error: Outcome unknown · 1,250\.50 USDC/);
  await expect(summary(page).getByRole("link")).toHaveText([
    /^Enter the transaction ID/,
    /^This doesn’t have the format of a Base address/,
    /^Say why/,
  ]);
  await expectAccessible(page, "fields to correct");
  await summary(page).getByRole("link").first().click();
  await expect(field(page, "Transaction ID")).toBeFocused();

  await field(page, "Transaction ID").fill(" txn_support_1 ");
  await field(page, "Deposit address").fill(`${goodAddress}\n`);
  await field(page, "How you know").fill("Ngozi at support, ticket 4711");
  await page.getByRole("button", { name: "Check and record" }).click();
  const dialog = page.getByRole("dialog", { name: "Compare with what the service told you" });
  await expect(dialog.locator("code")).toHaveText(goodAddress);
  await expect(dialog.getByText("1,250.50 USDC on Base")).toBeVisible();
  await expectAccessible(page, "the last look");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Check and record" })).toBeFocused();
  expect((await readTransfer(page, id)).status).toBe("unknown");

  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Record this address" }).dblclick();
  await expect(page.getByText(/^Recorded: the transfer exists at the service/)).toBeVisible();
  await expect(depositCard(page).locator("code")).toHaveText(goodAddress);
  await expect(page.getByRole("region", { name: "Record what the service said" })).toHaveCount(0);
  await expect(page.locator(":focus")).toContainText("Recorded: the transfer exists");
  await expect(page.getByText("Ngozi at support, ticket 4711")).toBeVisible();
  const resolved = await readTransfer(page, id);
  expect(resolved).toMatchObject({
    status: "accepted",
    transactionId: "txn_support_1",
    address: goodAddress,
  });
  expect(resolved.events.filter(({ kind }) => kind === "resolved_exists")).toHaveLength(1);
  expect(service.callsOf("initiate")).toHaveLength(callCount);
});

test("a transfer that was not created is created again, and both say so; a late report warns on both", async ({
  page,
  service,
}) => {
  const old = await createUnknown(page, service);
  await page.goto(`/transfers/${old.id}`);
  await way(page, "The service has no such transfer").check();
  await page.getByRole("button", { name: "Check and close" }).click();
  await expect(summary(page)).toBeFocused();
  await field(page, "How you know").fill("Support looked and found nothing.");
  await page.getByRole("button", { name: "Check and close" }).click();
  const dialog = page.getByRole("dialog", { name: "Close this transfer as not created?" });
  await expectAccessible(page, "the last step before closing");
  await dialog.getByRole("button", { name: "Close as not created" }).click();
  await expect(page.getByText("Closed as not created").first()).toBeVisible();
  await expectAccessible(page, "closed as not created");

  service.behave(
    "initiate",
    answer(200, `{"success":true,"address":"${goodAddress}","transactionId":"txn_second"}`),
  );
  await page.getByRole("link", { name: "Create again" }).click();
  await expect(page.getByText("Trying again: the earlier transfer was not created")).toBeVisible();
  await expect(page.getByLabel("Account name")).toHaveValue("Adaeze Okonkwo");
  await goToCheck(page);
  await createButton(page).click();
  const second = await createdTransfer(page);
  expect(second).toMatchObject({ status: "accepted", replaces: old.id });
  await expect(page.getByText("Two may exist")).toHaveCount(0);
  // The service gives both one address: the card that says so holds the details.
  await page.locator("summary", { hasText: "Details" }).click();
  await page.getByRole("link", { name: old.id }).click();
  await page.waitForURL(`**/transfers/${old.id}`);
  await expect(page.getByRole("link", { name: "Open the replacement" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Create again" })).toHaveCount(0);

  await old.report({ status: "awaiting_deposit" });
  for (const [id, other] of [
    [old.id, second.id],
    [second.id, old.id],
  ] as const) {
    await page.goto(`/transfers/${id}`);
    await expect(page.getByText("Two transfers may exist: send to only one", { exact: true })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: other }).first()).toBeVisible();
    await expectAccessible(page, `two may exist, ${id === old.id ? "the old one" : "the new one"}`);
  }
});

test("a late callback turns an open page into one that exists without an address, and keeps what was typed", async ({
  page,
  service,
}) => {
  const { id, report } = await createUnknown(page, service);
  await page.goto(`/transfers/${id}`);
  await way(page, "The service has this transfer").check();
  await field(page, "How you know").fill("Typed before the callback came");
  await report({ status: "awaiting_deposit", transactionId: "txn_from_callback" });
  await expect(
    page.getByText("This transfer exists at the service, but no deposit address was received"),
  ).toBeVisible();
  await expect(page.getByText("We don’t know whether")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Add the deposit address" })).toBeVisible();
  await expect(field(page, "How you know")).toHaveValue("Typed before the callback came");
  await expect(field(page, "Transaction ID")).toHaveCount(0);
  await expectAccessible(page, "exists without an address");

  await field(page, "Deposit address").fill(goodAddress);
  await page.getByRole("button", { name: "Check and record" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Record this address" }).click();
  // The form, whose name has the word too, shows the address before it is recorded.
  await expect(depositCard(page).locator("code")).toHaveText(goodAddress);
  expect(await readTransfer(page, id)).toMatchObject({
    status: "awaiting_deposit",
    transactionId: "txn_from_callback",
    address: goodAddress,
  });
});

test("what the service has reported on cannot be closed as not created, not even from a page that is behind", async ({
  page,
  service,
  watch,
}) => {
  watch.allowFailures(/\/resolution$/);
  const { id, report } = await createUnknown(page, service);
  await page.goto(`/transfers/${id}`);
  await way(page, "The service has no such transfer").check();
  await field(page, "How you know").fill("Support looked.");
  await page.getByRole("button", { name: "Check and close" }).click();
  await report({ status: "processing" });
  await page.getByRole("dialog").getByRole("button", { name: "Close as not created" }).click();
  await expect(page.getByText("This transfer exists at the service")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect((await readTransfer(page, id)).status).toBe("processing");
});

test("two addresses close the deposit until a person says which is right, with both shown", async ({
  page,
  service,
}) => {
  const { id } = await createUnknown(page, service);
  const other = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
  for (const address of [goodAddress, other]) {
    const data = {
      outcome: "exists",
      transactionId: "txn_support_2",
      address,
      reason: "Support, ticket 4712",
    };
    expect((await page.request.post(`/api/transfers/${id}/resolution`, { data })).status()).toBe(200);
  }
  await page.goto(`/transfers/${id}`);
  await expect(page.getByText("Two addresses: send nothing").first()).toBeVisible();
  const given = page.getByRole("region", { name: "What we were given, and by whom" });
  await expect(given.locator("code")).toHaveText([goodAddress, other]);
  await expect(page.getByRole("region", { name: "Deposit", exact: true })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /Copy (address|amount|payment)/ })).toHaveCount(0);
  await expect(page.getByRole("img", { name: /QR/ })).toHaveCount(0);
  await expectAccessible(page, "two addresses");

  const panel = page.getByRole("region", { name: "Record which address is right" });
  await panel.getByRole("button", { name: "Check and record" }).click();
  await expect(summary(page)).toBeFocused();
  await expect(summary(page).getByRole("link")).toHaveText([/^Choose one of the addresses/, /^Say why/]);
  await expectAccessible(page, "two addresses, none chosen");
  await summary(page).getByRole("link").first().click();
  await panel.getByRole("radio").nth(1).check();
  await field(page, "How you know").fill("Ngozi at support, ticket 4713");
  await panel.getByRole("button", { name: "Check and record" }).click();
  const dialog = page.getByRole("dialog", { name: "Compare with what the service told you" });
  await expect(dialog.locator("code")).toHaveText(other);
  await expectAccessible(page, "two addresses, the last look");
  await dialog.getByRole("button", { name: "Record this address" }).click();
  await expect(page.getByText("Recorded: this is the right address.")).toBeVisible();
  await expect(depositCard(page).locator("code")).toHaveText(other);
  await expect(
    page
      .getByRole("region", { name: "The addresses we were given" })
      .getByText("recorded this address as the right one"),
  ).toHaveCount(1);
  await expectAccessible(page, "one of two addresses chosen");
});
