import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Download, Page } from "@playwright/test";
import type { MonthDetail } from "#lib/features/books/month-answers";
import { writeMonth } from "#lib/text/day-text";
import { dayOf } from "#lib/text/zone-day";
import { expectAccessible } from "./support/checks/accessible";
import { pressEnter } from "./support/checks/keyboard";
import { openDatabase } from "./support/dashboards/database";
import { expect, test } from "./support/dashboards/test";
import { ageConfirmations, emptyBrowser, makeAccount, owner, signIn } from "./support/steps/people";
import { createByApi, payByApi } from "./support/steps/transfers";

test.use({ ownDashboard: "months" });

const month = dayOf(Date.now(), "Africa/Lagos").slice(0, 7);
/** The month before, for no clock can be moved. */
const past = dayOf(Date.parse(`${month}-01T12:00:00Z`) - 2 * 24 * 3_600_000, "Africa/Lagos").slice(0, 7);
const pastName = writeMonth(past);

/** Writes movements of some transfers otherwise; what no closing took is summed again. */
function rewrite(folder: string, ids: readonly string[], set: Record<string, string>): void {
  const database = openDatabase(join(folder, "dashboard.db"));
  const columns = Object.keys(set).map((column) => `${column} = ?`);
  const update = database.prepare(`update movements set ${columns.join()} where transfer_id = ?`);
  for (const id of ids) update.run(...Object.values(set), id);
  database.prepare("delete from movement_totals").run();
  database.prepare("update movements set is_counted = 0 where closing is null").run();
  database.close();
}

/** What happened to some transfers happened in the month before. */
const moveToPast = (folder: string, ids: readonly string[]) =>
  rewrite(folder, ids, { month: past, at: `${past}-15T12:00:00.000Z` });

/** How many sheets of A4 the page takes. */
async function countSheets(page: Page): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  return pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;
}

async function textOf(download: Download): Promise<string> {
  return readFileSync(await download.path(), "utf8");
}

async function exportAs(page: Page, name: string): Promise<Download> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name }).check({ force: true });
  const downloaded = page.waitForEvent("download");
  await pressEnter(dialog.getByRole("button", { name: "Export" }));
  const download = await downloaded;
  await expect(dialog.getByRole("status").filter({ hasText: "Saved:" })).toBeVisible();
  return download;
}

const status = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const figure = (page: Page, name: string) => page.getByRole("row", { name });

test("a month adds up, each figure has its list, it is closed with a hash, and what comes later is an adjustment", async ({
  page,
  dashboard,
  watch,
}) => {
  watch.allowFailures(/^\/api\/months\/[\d-]+\/close$/);
  await page.goto("/");
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await pressEnter(page.getByRole("link", { name: "Months" }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Months");
  await expect(page.getByText("No transfers yet")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Pages" }).locator("[aria-current]")).toHaveText(
    /Statements/,
  );
  await expectAccessible(page, "months, no transfer");

  // A month that runs: two are paid, one failed, one is open.
  const paid = await payByApi(page, { amount: "100.25", reference: "INV-2026-MONTH" });
  const other = await payByApi(page, { amount: "1250000", confirmAmount: true });
  const failed = await createByApi(page, { amount: "40" });
  await page.request.post(`/api/transfers/${failed.id}/sandbox`, { data: { status: "failed" } });
  const open = await createByApi(page, { amount: "7.5", accountName: "SANDBOX WAITS" });
  const day = dayOf(Date.now(), "Africa/Lagos");
  const text = `Reference,Amount,Date,Told by\nINV-2026-MONTH,"154,000.50",${day},Obi`;
  const said = await page.request.post("/api/received", { data: { text, check: false } });
  expect(said.status(), await said.text()).toBe(200);
  const read = async (of: string) =>
    (await (await page.request.get(`/api/months/${of}`)).json()) as MonthDetail;
  await expect.poll(async () => (await read(month)).figures.tokens[0]?.failed.count).toBe(1);

  await page.reload();
  await expect(page.getByText("Running")).toBeVisible();
  await expectAccessible(page, "months, one that runs");
  await pressEnter(page.getByRole("link", { name: writeMonth(month) }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(writeMonth(month));
  await expect(page.getByText(/Can be closed from 1 \w{3} \d{4}, 01:00/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Close/ })).toHaveCount(0);
  await expect(figure(page, "plus Created")).toContainText("1,250,147.75 USDC");
  await expect(figure(page, "minus Reported paid")).toContainText("1,250,100.25 USDC");
  await expect(figure(page, "minus Failed or refunded")).toContainText("40.00 USDC");
  await expect(figure(page, "equals Open at its end")).toContainText("7.50 USDC");
  await expect(page.getByText("Open again")).toHaveCount(0);
  await expect(page.getByText("154,000.50 NGN")).toBeVisible();
  await expectAccessible(page, "a month that runs");
  await pressEnter(page.getByRole("link", { name: "Reported paid: 1,250,100.25 USDC" }));
  await expect(page.getByText("2 transfers, 1,250,100.25 USDC")).toBeVisible();
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows).toHaveCount(3);
  await expectAccessible(page, "a month, the list of what was reported paid");
  await pressEnter(page.getByRole("link", { name: /^Open at its end 1$/ }));
  await expect(page.getByText("1 transfer, 7.50 USDC")).toBeVisible();
  await expect(page.getByRole("table").getByRole("link")).toHaveAttribute("href", `/transfers/${open.id}`);
  await page.goto(`/statements/months/${month}`);
  await pressEnter(page.getByRole("link", { name: "By payee, bank and person" }));
  await expect(page.getByText("Reported paid: 2 transfers, 1,250,100.25 USDC")).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(3);
  await expect(page.getByText("Nobody recorded what arrived")).toBeVisible();
  await expectAccessible(page, "a month, by payee, bank and person");
  await page.goto(`/statements/months/${month}?list=received&token=NGN`);
  await expect(page.getByText("Confirmed by the payee: 1 record, 154,000.50 NGN")).toBeVisible();
  await expectAccessible(page, "a month, the list of what arrived");
  await page.goto(`/statements/months/${month}?list=paid&cursor=none`);
  await expect(page.getByText("This cursor isn't from this dashboard.")).toBeVisible();

  // The month before: it is closed with what was seen, and not with other figures.
  moveToPast(dashboard.folder, [paid.id, other.id, failed.id, open.id]);
  const late = await payByApi(page, { amount: "3" });
  await page.goto("/statements/months");
  await expect(page.getByText("Over, not closed")).toBeVisible();
  await pressEnter(page.getByRole("link", { name: pastName }));
  await expect(page.getByText("It can be closed.")).toBeVisible();
  await expect(page.getByText("Open at its end: 1 transfer, 7.50 USDC")).toBeVisible();
  await expectAccessible(page, "a month that can be closed");
  await pressEnter(page.getByRole("button", { name: `Close ${pastName}…` }));
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("None of it stops the closing:", { exact: false })).toBeVisible();
  await expectAccessible(page, "closing a month");
  moveToPast(dashboard.folder, [late.id]);
  await pressEnter(dialog.getByRole("button", { name: `Close ${pastName}` }));
  await expect(dialog.getByRole("alert")).toContainText("This month has changed");
  await expectAccessible(page, "closing a month that has changed");
  await pressEnter(dialog.getByRole("button", { name: "Look at it again" }));
  await expect(figure(page, "minus Reported paid")).toContainText("1,250,103.25 USDC");
  await pressEnter(page.getByRole("button", { name: `Close ${pastName}…` }));
  await dialog.getByLabel("Note").fill("Checked with Ngozi.\nOne is open.");
  ageConfirmations(dashboard);
  await pressEnter(dialog.getByRole("button", { name: `Close ${pastName}` }));
  const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
  await proof.getByLabel("Your password").fill(owner.password);
  await page.keyboard.press("Enter");
  await expect(status(page, `${pastName} is closed`)).toBeVisible();
  await expect(page.locator(":focus")).toContainText(`${pastName} is closed`);
  await expect(page.getByRole("button", { name: /^Close/ })).toHaveCount(0);
  const { hash } = await read(past);
  await expect(page.getByText(hash ?? "none", { exact: true })).toBeVisible();
  await expect(page.getByText("Checked with Ngozi.")).toBeVisible();
  await expectAccessible(page, "a closed month");

  // On paper: one sheet, no button, and the hash in one piece.
  expect(await countSheets(page)).toBe(1);
  const before = page.viewportSize();
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button")).toHaveCount(0);
  const lines = await page.getByText(hash ?? "none", { exact: true }).evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
  await page.emulateMedia({ media: null });
  if (before !== null) await page.setViewportSize(before);

  // Its file has the hash in its last row; one for the books has the payouts.
  await pressEnter(page.getByRole("button", { name: "Export…" }));
  const csv = await exportAs(page, "Spreadsheet (CSV)");
  expect(csv.suggestedFilename()).toBe(`SANDBOX-month-${past}.csv`);
  const last = (await textOf(csv)).trimEnd().split("\r\n").at(-1);
  expect(last).toContain(`"End of the export","10 movements","sha256:${hash}"`);
  await exportAs(page, "Excel (.xlsx)");
  await dialog.getByRole("radio", { name: "QuickBooks" }).check({ force: true });
  await expect(dialog.getByLabel("Currency")).toHaveValue("USDC");
  await expectAccessible(page, "exporting a month");
  const books = (await textOf(await exportAs(page, "QuickBooks"))).trimEnd().split("\r\n");
  expect(books[0]).toBe("Date,Description,Amount");
  expect(books.slice(1).map((line) => line.split(",").at(-1))).toHaveLength(3);
  expect(books.join("\n")).toContain("-1250000");
  // What a payee said arrived is no money of the business.
  await expect(dialog.getByLabel("Currency").getByRole("option")).toHaveText(["USDC: what was paid out"]);
  expect(await textOf(await exportAs(page, "Xero"))).toContain("-1250000.00");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  // What is recorded later: in this month, and beside the closed one.
  const later = await payByApi(page, { amount: "12.75" });
  moveToPast(dashboard.folder, [later.id]);
  await page.reload();
  const since = page.getByRole("region", { name: "Since it was closed" });
  await expect(since.getByRole("row", { name: "Reported paid" })).toContainText(
    /1,250,103\.25 USDC.*1,250,116\.00 USDC/,
  );
  await expect(figure(page, "minus Reported paid")).toContainText("1,250,103.25 USDC");
  await expectAccessible(page, "a closed month, and what was recorded later");
  await page.goto(`/statements/months/${month}`);
  await expect(page.getByText("2 things belong to earlier months", { exact: false })).toBeVisible();
  await expect(page.getByText(`Of ${pastName}`)).toHaveCount(2);
  await expectAccessible(page, "a month with adjustments");
  await pressEnter(page.getByRole("link", { name: "Open at its start: 7.50 USDC" }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(pastName);
  await expect(page.getByText("1 transfer, 7.50 USDC")).toBeVisible();
  await page.goto("/statements/months");
  await expect(
    page.getByText("by Test Owner", { exact: false }).or(page.getByText(/^by .* on \d/)),
  ).toBeVisible();
  await expectAccessible(page, "months, one of them closed");
});

test("long tokens and huge amounts break no page of a month", { tag: "@detail" }, async ({
  page,
  dashboard,
}) => {
  const { id } = await createByApi(page, { amount: "5" });
  const third = await createByApi(page, { amount: "6" });
  rewrite(dashboard.folder, [third.id], { token: "USDT" });
  const token = "WRAPPEDSTAKEDUSDCOINBRIDGEDTWICE";
  const amount = "123456789012345678.123456789012345678";
  rewrite(dashboard.folder, [id], { token, amount, naira: "987654321098765432109876.54" });
  await page.goto(`/statements/months/${month}`);
  await expect(page.getByRole("heading", { level: 2, name: token })).toBeVisible();
  await expectAccessible(page, "a month of a long token");
  expect(await countSheets(page)).toBe(1);
  await page.goto(`/statements/months/${month}?list=created&token=${token}`);
  await expect(page.getByText("123,456,789,012,345,678.123456789012345678").first()).toBeVisible();
  await expectAccessible(page, "a month, the list of a long token");
  await page.goto("/statements/months");
  await expectAccessible(page, "months with a long token");
});

test("a long list has pages, and a long file for the books has parts", { tag: "@detail" }, async ({
  page,
  dashboard,
}) => {
  const { id } = await createByApi(page, { amount: "1" });
  const database = openDatabase(join(dashboard.folder, "dashboard.db"));
  const insert = database.prepare(
    `insert into movements (transfer_id, seq, kind, source, at, month, token, amount, is_counted)
      values (?, ?, ?, '', ?, ?, 'EURC', '0.01', 0)`,
  );
  database.transaction(() => {
    for (let n = 1; n <= 1_001; n++)
      for (const [kind, seq] of [
        ["created", n],
        ["paid", n],
      ] as const)
        insert.run(id, 10_000 + seq, kind, new Date().toISOString(), month);
  })();
  database.close();
  await page.goto(`/statements/months/${month}`);
  await pressEnter(page.getByRole("link", { name: "Reported paid: 10.01 EURC" }));
  await expect(page.getByText("1,001 transfers, 10.01 EURC")).toBeVisible();
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows).toHaveCount(51);
  await pressEnter(page.getByRole("link", { name: "Next rows" }));
  await expect(page.getByRole("link", { name: "First rows" })).toBeVisible();
  await expect(rows).toHaveCount(51);
  await expectAccessible(page, "a month, a later page of a list");
  await page.getByRole("link", { name: `Back to ${writeMonth(month)}` }).click();
  await pressEnter(page.getByRole("button", { name: "Export…" }));
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Xero" }).check({ force: true });
  await dialog.getByLabel("Currency").selectOption("EURC");
  await dialog.getByLabel("Part").selectOption("2 of 2");
  await expectAccessible(page, "exporting a part of a month");
  const part = await exportAs(page, "Xero");
  expect(part.suggestedFilename()).toBe(`SANDBOX-xero-${month}-eurc-2.csv`);
  expect((await textOf(part)).trimEnd().split("\r\n")).toHaveLength(2);
});

test("support sees a month, and can neither close nor export it", { tag: "@detail" }, async ({
  page,
  browser,
  dashboard,
}) => {
  const who = await makeAccount(page, "support");
  const other = await emptyBrowser(browser);
  await signIn(other, dashboard.url, who);
  await other.goto(`${dashboard.url}/statements/months/${month}`);
  await expect(other.getByRole("button", { name: "Print" })).toBeVisible();
  await expect(other.getByRole("button", { name: "Export…" })).toHaveCount(0);
  await other.context().close();
});
