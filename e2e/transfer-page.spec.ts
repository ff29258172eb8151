import { join } from "node:path";
import { expectAccessible } from "./support/checks/accessible";
import { isFocused, pressEnter, tabTo } from "./support/checks/keyboard";
import { openUntil } from "./support/checks/open-until";
import { takePicture } from "./support/checks/pictures";
import { openDatabase } from "./support/dashboards/database";
import { expect, test } from "./support/dashboards/test";
import { readTransfer } from "./support/steps/journey";
import { emptyBrowser, makeAccount, signIn } from "./support/steps/people";
import { createByApi, payByApi } from "./support/steps/transfers";

const waits = "SANDBOX WAITS";

test("the details that are asked for least open by keyboard, without scripts, and on paper", async ({
  page,
  browser,
  dashboard,
}) => {
  const { id, transactionId } = await createByApi(page, { accountName: waits, reference: "INV-2041" });
  await page.goto(`/transfers/${id}`);
  const details = page.getByRole("region", { name: "Details" });
  const quoted = details.getByText("Quoted", { exact: true });
  await expect(details).toContainText("INV-2041");
  await expect(quoted).toBeHidden();
  const all = details.locator("summary");
  await expect(all).toHaveText(/Show all details/);
  await tabTo(page, all, 60);
  await page.keyboard.press("Enter");
  await expect(quoted).toBeVisible();
  await expect(details.getByText("Bank, in full")).toBeVisible();
  await expect(details.getByText(id, { exact: true })).toBeVisible();
  await expectAccessible(page, "a transfer with all its details");

  // Pictures taken on the way can move the focus.
  await pressEnter(all);
  await expect(quoted).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(quoted).toBeVisible();
  await expect(details.getByText(transactionId ?? "")).toBeVisible();
  await page.emulateMedia({ media: null });

  const { storageState } = dashboard;
  const plain = await browser.newContext({ javaScriptEnabled: false, storageState, baseURL: dashboard.url });
  const withoutScript = await plain.newPage();
  await withoutScript.goto(`/transfers/${id}`);
  await withoutScript.getByText("Show all details").click();
  await expect(withoutScript.getByText("Quoted", { exact: true })).toBeVisible();
  await withoutScript.getByRole("button", { name: "More actions" }).click();
  await expect(withoutScript.getByRole("link", { name: "Pay again" })).toBeVisible();
  // What needs a script is no offer.
  await expect(withoutScript.getByRole("button", { name: "Save as payee" })).toBeHidden();
  await plain.close();
});

test("the menu offers each role what it may do, and gives the focus back", { tag: "@detail" }, async ({
  page,
  browser,
  dashboard,
}) => {
  const { id } = await createByApi(page, { accountName: waits });
  const support = await makeAccount(page, "support");
  const other = await emptyBrowser(browser);
  await signIn(other, dashboard.url, support);
  await other.goto(`${dashboard.url}/transfers/${id}`);
  await expect(other.getByRole("button", { name: "Share with payer" })).toHaveCount(0);
  await other.getByRole("button", { name: "More actions" }).click();
  const offers = ["Copy link", "Copy summary for a ticket", "Print", "Record what arrived…"];
  const menu = (whose: typeof page) => whose.locator("#more").locator("button:visible, a:visible");
  await expect(menu(other)).toContainText(offers);
  await expect(menu(other)).toHaveCount(offers.length);
  await other.context().close();

  await page.goto(`/transfers/${id}`);
  const more = page.getByRole("button", { name: "More actions" });
  await tabTo(page, more, 60);
  await page.keyboard.press("Enter");
  await expect(menu(page).filter({ hasText: /^(Pay again|Save as payee)$/ })).toHaveCount(2);
  await expectAccessible(page, "the menu of a transfer");
  await tabTo(page, page.getByRole("button", { name: "Save as payee" }));
  await page.keyboard.press("Enter");
  const payee = page.getByRole("dialog", { name: "Save as payee" });
  await expect(payee.getByLabel("Name", { exact: true })).toBeFocused();
  await expectAccessible(page, "a payee to save from a transfer");
  await page.keyboard.press("Escape");
  await expect(payee).toHaveCount(0);
  expect(await isFocused(more)).toBe(true);

  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: "Record what arrived…" }));
  await page.keyboard.press("Enter");
  const received = page.getByRole("dialog", { name: "Record what arrived" });
  await received.getByLabel(/^Amount that arrived/).fill("0");
  await received.getByLabel(/^Day/).fill("today");
  await received.getByLabel("Who told you, and how").fill("Ada, by phone");
  await received.getByRole("button", { name: "Record what arrived" }).click();
  await expect(received).toHaveCount(0);
  expect(await isFocused(more)).toBe(true);
  await expect(page.getByText("Recorded as the payee’s word.")).toBeAttached();
  await expect(page.getByRole("button", { name: "Withdraw this record" })).toBeVisible();
});

test("a paid transfer says nothing twice: the network’s part is in its advice and its details", async ({
  page,
}) => {
  const { id, transactionId } = await createByApi(page, { accountName: waits });
  const drive = (status: string) => page.request.post(`/api/transfers/${id}/sandbox`, { data: { status } });
  await drive("pay_all");
  await expect.poll(async () => (await readTransfer(page, id)).deposit.label).toBe("exact");
  for (const status of ["deposit_received", "processing", "completed"]) await drive(status);
  await expect.poll(async () => (await readTransfer(page, id)).status).toBe("paid");
  await page.goto(`/transfers/${id}`);
  const advice = page.getByRole("region", { name: "Payment advice" });
  const details = page.getByRole("region", { name: "Details" });
  const paid = page.getByRole("region", { name: "Reported paid" });
  await expect(
    paid.getByText(/^by the service’s update · \d\d:\d\d:\d\d, \d+ (s|min) after creation$/),
  ).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Pay again" }).first()).toBeVisible();
  await expect(advice.getByRole("button", { name: "Copy transaction hash" })).toBeVisible();
  await expect(advice.getByText(transactionId ?? "")).toHaveCount(1);
  await expect(details.getByText(transactionId ?? "")).toHaveCount(0);
  await expect(details.getByText(waits)).toHaveCount(0);
  await expect(page.getByRole("region", { name: "On Base", exact: true })).toHaveCount(0);
  await details.getByText("Show all").click();
  await expect(details.getByText(/^Looked /)).toBeVisible();
  await expectAccessible(page, "a paid transfer with all its details");

  // A deposit that was never seen is news.
  const unseen = await payByApi(page, { accountName: "SANDBOX CHAIN SILENT" });
  await page.goto(`/transfers/${unseen.id}`);
  await expect(page.getByRole("region", { name: "On Base", exact: true })).toContainText(
    "No USDC seen on Base yet.",
  );
});

test("an open page that nobody touches keeps no session alive, and says when the network was read", async ({
  page,
}) => {
  const { id } = await createByApi(page, { accountName: waits });
  // The sandbox's only report of it is news, for which the page is drawn again.
  await expect.poll(async () => (await readTransfer(page, id)).status).toBe("awaiting_deposit");
  await page.clock.install();
  // A server that has just started has not read the network yet.
  const looked = /^Looked at .*\d\d:\d\d:\d\d, up to block [\d,]+\.$/;
  await openUntil(page, `/transfers/${id}`, page.getByText(looked));
  // A fresh reading is for whoever asks, and one that grows old for everybody.
  await expect(page.getByText(looked)).toHaveClass(/sr-only/);
  await expect(page.getByTitle(looked)).toBeVisible();
  const drawn: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("_rsc")) drawn.push(request.url());
  });
  for (let minute = 0; minute < 5; minute++) {
    await page.clock.fastForward(60_000);
    await page.clock.runFor(2_000);
  }
  // It went on asking, in the way that is no act of a person.
  await page.waitForResponse(`**/api/transfers/${id}`);
  expect(drawn).toEqual([]);
  await expect(page.getByText(looked)).not.toHaveClass(/sr-only/);
});

test("the time that is left to send goes on over Back", async ({ page }) => {
  const { id } = await createByApi(page, { accountName: "SANDBOX SILENT" });
  await page.clock.install();
  await page.goto(`/transfers/${id}`);
  const left = page.getByRole("region", { name: "Deposit", exact: true }).locator("b");
  await expect(left).toHaveText(/^(29|30) min$/);
  await page.getByRole("link", { name: "Transfers", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Transfers" })).toBeVisible();
  await page.clock.fastForward("20:00");
  await page.goBack();
  await expect(left).toHaveText(/^(9|10) min$/);
});

test("after the time to send, the address and every word that asks for money are folded away", async ({
  page,
  dashboard,
}) => {
  const { id } = await createByApi(page, { accountName: "SANDBOX SILENT" });
  const card = page.getByRole("region", { name: "Deposit", exact: true });
  const asks = card.getByText("Sandbox address. Send nothing real.");
  const copy = card.getByText("Copy address");
  await page.goto(`/transfers/${id}`);
  await expect(asks).toBeVisible();
  await expect(copy).toBeVisible();
  const late = card.getByText("The time to send has passed. Ask the service before you send.");
  await expect(late).toHaveCount(0);

  const database = openDatabase(join(dashboard.folder, "dashboard.db"));
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  database.prepare("update transfers set created_at = ? where id = ?").run(hourAgo, id);
  // The time to send counts from the address.
  database.prepare("update transfer_events set at = ? where transfer_id = ?").run(hourAgo, id);
  database.close();
  await page.reload();
  const passed = page.getByRole("region", { name: "The time to send has passed" });
  await expect(passed).toContainText("Don’t send before you have asked the service");
  // It is said once, and nothing asks for money.
  await expect(late).toHaveCount(0);
  await expect(card).toHaveCount(0);
  await expectAccessible(page, "a transfer whose time to send has passed");
  await passed.locator("summary", { hasText: "The address" }).click();
  await expect(passed.getByText("Don’t send to it now.")).toBeVisible();
  await expect(page.getByRole("img", { name: /QR code/ })).toHaveCount(0);
  await expectAccessible(page, "an address that is shown after its time");
});

test("on a phone the title stands in the bar, on one line and whole for a screen reader", {
  tag: "@detail",
}, async ({ page }) => {
  const accountName = "Adébáyọ̀ & Daughters International Holdings Limited of Lagos";
  const { id } = await createByApi(page, { accountName });
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    for (const path of [`/transfers/${id}`, "/", "/transfers", "/transfers/new"]) {
      await page.goto(path);
      const title = page.getByRole("heading", { level: 1 });
      await expect(title, path).toHaveCount(1);
      const bar = (await page.getByRole("banner").boundingBox()) ?? { y: -1, height: 0 };
      const box = (await title.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      expect([bar.height, box.y, box.height], `${path} at ${width}`).toEqual([56, bar.y, 56]);
      // Neither under the menu nor under what finds.
      for (const cover of ["summary", "button[data-find]"]) {
        const other = await page.locator(`header ${cover}`).first().boundingBox();
        if (other === null) continue;
        const isApart = other.x + other.width <= box.x || box.x + box.width <= other.x;
        expect(isApart, `${path}: ${cover}`).toBe(true);
      }
      await takePicture(page, `the title in the bar of a phone, ${path.replace(id, "id")} at ${width}`);
    }
  }
  await page.goto(`/transfers/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: `1,250.50 USDC to ${accountName}` })).toHaveCount(
    1,
  );
  // It stays while the page is read.
  await page.mouse.wheel(0, 400);
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
});

test("where e-mail is off, whoever would send an advice reads what an admin has to set", {
  tag: "@detail",
}, async ({ page, browser, dashboard }) => {
  const { id } = await payByApi(page);
  await page.goto(`/transfers/${id}`);
  await page.getByRole("button", { name: "Send the advice…" }).click();
  const dialog = page.getByRole("dialog", { name: "E-mail is off" });
  await expect(dialog).toContainText("An admin sets SMTP_URL and MAIL_FROM, and restarts it.");
  await expectAccessible(page, "an advice where e-mail is off");
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("button", { name: "Send the advice…" })).toBeFocused();
  // Support sends none.
  const support = await emptyBrowser(browser);
  await signIn(support, dashboard.url, await makeAccount(page, "support"));
  await support.goto(`${dashboard.url}/transfers/${id}`);
  await expect(support.getByRole("button", { name: "Copy as text" })).toBeVisible();
  await expect(support.getByRole("button", { name: "Send the advice…" })).toHaveCount(0);
  await support.context().close();
});
