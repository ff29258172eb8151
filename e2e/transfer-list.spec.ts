import { readFileSync } from "node:fs";
import { request as send } from "node:http";
import type { Locator, Page } from "@playwright/test";
import { readXlsx } from "hucre/xlsx";
import { sessionByProcess } from "#lib/testing/sign-in/session-process";
import { expectAccessible } from "./support/checks/accessible";
import { pressEnter } from "./support/checks/keyboard";
import { openDatabase } from "./support/dashboards/database";
import { expect, test } from "./support/dashboards/seeded-test";
import { readTransfer } from "./support/steps/journey";
import { ageConfirmations, owner } from "./support/steps/people";
import { createByApi } from "./support/steps/transfers";

test.describe.configure({ mode: "serial" });

type Row = { id: string; account_name: string; account_number: string; amount: string };

/** Some transfer of the ledger, read past the server. */
function rowOf(file: string, where = "1 = 1"): Row {
  const sqlite = openDatabase(file);
  const row = sqlite
    .prepare(`select * from transfers where ${where} order by id limit 1 offset 4000`)
    .get() as Row;
  sqlite.close();
  return row;
}

/** By the palette, whose first option is a transfer. */
async function search(page: Page, text: string) {
  await page.keyboard.press("Control+K");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

async function searchHere(page: Page, text: string) {
  const box = page.getByRole("main").getByRole("searchbox");
  await box.fill(text);
  await box.press("Enter");
}

async function searchAll(page: Page, text: string) {
  await page.keyboard.press("Control+K");
  await page.keyboard.type(text);
  await page.getByRole("option", { name: /^Show all transfers with/ }).click();
}

const rows = (page: Page) => page.getByRole("main").locator("tbody tr");

test("one box finds by ID, name, amount and the end of an account number", async ({ page, dashboard }) => {
  // Of a regular recipient, and of an amount of the same four digits, there may be more than one page shows.
  const { id, account_name, account_number, amount } = rowOf(
    dashboard.file,
    `substr(account_number, -4) in (select substr(account_number, -4) from transfers group by 1 having count(*) < 20)
      and cast(substr(account_number, -4) as real) not in (select cast(amount as real) from transfers)`,
  );
  await page.goto("/");
  await search(page, id);
  await expect(page).toHaveURL(`/transfers/${id}`);
  // Before anything is typed, the palette has what was seen last and no more.
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.getByRole("link", { name: "Needs attention" }).click();
  await expect(page).toHaveURL("/attention");
  await page.keyboard.press("Control+K");
  await expect(page.getByRole("option")).toHaveCount(1);
  await expect(page.getByRole("option")).toContainText(account_name);
  await page.keyboard.press("Escape");
  await searchAll(page, account_name.toLowerCase());
  await expect(page).toHaveURL(/\/transfers\?q=/);
  await expect(rows(page).first()).toContainText(new RegExp(account_name.split(" ")[0] ?? "", "i"));
  await searchHere(page, account_number.slice(-4));
  await expect(page).toHaveURL(new RegExp(`/transfers\\?q=${account_number.slice(-4)}(&|$)`));
  await expect(page.getByText(account_number)).toHaveCount(0);
  await expect(rows(page).filter({ hasText: id.slice(0, 8) })).toHaveCount(1);
  await searchHere(page, amount);
  await expect(page).toHaveURL(new RegExp(`/transfers\\?q=${amount.replace(".", "\\.")}(&|$)`));
  await expect(rows(page).first()).toBeVisible();
});

test("filters stand in the address, go along to the next page, and what fits nothing says so", async ({
  page,
}) => {
  await page.goto("/transfers");
  const main = page.getByRole("main");
  const token = main.getByLabel("Token");
  await main.getByText("More filters").click();
  await token.focus();
  await token.selectOption({ index: 1 });
  await expect(page).toHaveURL(/asset=/);
  await expect(token).toBeFocused();
  await token.selectOption({ label: "Any token" });
  await expect(page).not.toHaveURL(/asset=/);
  await main.getByLabel("Status").focus();
  await main.getByLabel("Status").selectOption({ label: "Paid" });
  // A filter applies as it changes.
  await expect(page).toHaveURL(/status=paid/);
  await expect(main.getByLabel("Status")).toBeFocused();
  await token.selectOption({ index: 1 });
  await main.getByRole("textbox", { name: "First day" }).fill("1 Jan 2000");
  await main.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/status=paid.*from=1\+Jan\+2000/);
  await expect(page).not.toHaveURL(/=(&|$)/);
  await expectAccessible(page, "the list with its filters");
  // Its ID alone: how long ago it was changes while this runs.
  const idOf = async () => (await rows(page).first().textContent())?.slice(-8) ?? "";
  const first = await idOf();
  await page.getByRole("link", { name: "Older transfers" }).click();
  await expect(page).toHaveURL(/status=paid.*cursor=/);
  await expect(rows(page).first()).not.toContainText(first);
  for (const word of await rows(page).locator("td.tt-state").allTextContents()) expect(word).toBe("Paid");
  await page.getByRole("link", { name: "Newer transfers" }).click();
  await expect(rows(page).first()).toContainText(first);
  await expect(page.getByRole("link", { name: "Newer transfers" })).toHaveCount(0);

  // Of one token, by amount; a search takes that order away, and any other order stays.
  await main.getByLabel("Order").focus();
  await main.getByLabel("Order").selectOption({ label: "Largest first" });
  await expect(page).toHaveURL(/sort=largest/);
  await expect(main.getByLabel("Order")).toBeFocused();
  await expectAccessible(page, "the list by amount");
  const amounts = async () =>
    (await rows(page).locator(".tt-sent b").allTextContents()).map((text) =>
      Number(text.replaceAll(",", "")),
    );
  await expect
    .poll(async () => (await amounts()).every((one, at, all) => one <= (all[at - 1] ?? one)))
    .toBe(true);
  const [smallest = 0] = (await amounts()).slice(-1);
  await page.getByRole("link", { name: "Smaller transfers" }).click();
  await expect.poll(async () => (await amounts())[0]).toBeLessThanOrEqual(smallest);
  await page.getByRole("link", { name: "Larger transfers" }).click();
  await expect(page.getByRole("link", { name: "Largest transfers" })).toBeVisible();
  await main.getByLabel("Order").selectOption({ label: "Oldest first" });
  await expect(page).toHaveURL(/sort=oldest/);
  await main.getByLabel("Order").selectOption({ label: "Newest first" });
  await expect(page).not.toHaveURL(/sort=/);
  await main.getByLabel("Status").selectOption({ label: "All" });
  await main.getByLabel("Needs attention").check();
  await main.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/attention=yes/);
  await expect(rows(page).first()).toBeVisible();
  // What another page asked for is named, and can be taken away by itself.
  await page.goto("/transfers?bank=044&from=2000-01-01");
  await expect(main.getByRole("link", { name: "Access Bank" })).toBeVisible();
  const desk = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.setViewportSize(desk ?? { width: 1280, height: 900 });
  await main.getByRole("link", { name: "From 1 Jan 2000" }).click();
  await expect(page).toHaveURL(/transfers\?bank=044$/);
  await expect(main.getByRole("link", { name: "From 1 Jan 2000" })).toHaveCount(0);
  await page.goto("/transfers?q=xyzxyz&status=paid");
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
  await page.getByRole("link", { name: "Show all transfers" }).click();
  await expect(rows(page)).toHaveCount(25);
});

test("a day is typed as people write it or chosen from a calendar, and a wrong one is corrected in place", {
  tag: "@detail",
}, async ({ page }) => {
  await page.goto("/transfers?status=paid");
  const main = page.getByRole("main");
  const first = main.getByRole("textbox", { name: "First day" });
  await first.fill("11/21/2026");
  await main.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "This list can’t be shown" })).toBeVisible();
  await expect(first).toHaveValue("11/21/2026");
  await expect(first).toHaveAccessibleDescription(/Enter a day as day\/month\/year, such as 20\/11\/2026\./);
  await expect(page).toHaveTitle(/^Error: /);
  await expect(main.getByLabel("Status")).toHaveValue("paid");
  await expectAccessible(page, "a list whose first day cannot be read");

  await first.fill("2/1/2000");
  await main.getByRole("button", { name: "Apply" }).click();
  await expect(rows(page).first()).toBeVisible();
  await expect(first).toHaveValue("2 Jan 2000");
  await expect(page).toHaveTitle(/^Transfers/);

  // The browser's own calendar lies outside of the page: this is what it does when a day is chosen.
  await expect(main.getByRole("button", { name: "Choose the last day from a calendar" })).toBeVisible();
  await main
    .locator("input[type=date]")
    .nth(1)
    .evaluate((calendar: HTMLInputElement) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(calendar, "2000-02-03");
      calendar.dispatchEvent(new Event("input", { bubbles: true }));
    });
  await expect(main.getByRole("textbox", { name: "Last day" })).toHaveValue("3 Feb 2000");
  await expect(main.getByRole("textbox", { name: "Last day" })).toBeFocused();
  await main.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
});

test("a page of 25 rows is at most 95 kB of HTML, and has them all without a script", async ({ page }) => {
  const html = await (await page.request.get("/transfers")).text();
  expect(Buffer.byteLength(html)).toBeLessThan(95_500);
  const table = html.slice(html.indexOf("<tbody"), html.indexOf("</tbody>"));
  expect(table.match(/<tr>/g)).toHaveLength(25);
  expect(table.match(/account ending in/g)).toHaveLength(25);
});

test("a search says how many match in all, and a form without scripts leaves no empty parameters", async ({
  page,
}) => {
  await page.goto("/transfers?q=ade&status=&asset=&from=&to=");
  await expect(page).toHaveURL(/\/transfers\?q=ade$/);
  await expect(page.getByText(/on this page,? by .* [\d,]+ in all, by .*\.$/)).toBeVisible();
});

test("the list searches while somebody types, keeps every letter and the focus, and takes one entry of the history", async ({
  page,
  dashboard,
}) => {
  const { id } = rowOf(dashboard.file);
  await page.goto("/attention");
  await page.goto("/transfers?status=paid");
  const box = page.getByRole("main").getByRole("searchbox");
  await expect(page.getByRole("navigation", { name: "States" })).toContainText(/All \d/);
  const length = await page.evaluate(() => history.length);
  await box.click();
  for (const letter of "adebayo") {
    await page.keyboard.type(letter);
    // A search may answer between any two letters.
    if (letter === "e" || letter === "y") await expect(page).toHaveURL(/q=ade(bay)?&/);
  }
  await expect(page).toHaveURL(/q=adebayo(&|$)/);
  await expect(page).toHaveURL(/status=paid/);
  await expect(box).toHaveValue("adebayo");
  await expect(box).toBeFocused();
  await expect(page.getByText(/by name\./).first()).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBe(length);

  // Whoever still types an ID stays, also where its digits could be an account's.
  await box.fill("55374402-44a0");
  await expect(page).toHaveURL(/q=55374402-44a0&status=paid/);
  await box.fill(id);
  await expect(page).toHaveURL(new RegExp(`q=${id}`));
  await expect(rows(page).or(page.getByRole("heading", { name: "No results" }))).toHaveCount(1);
  // All but a digit or two of an account number stand in no address.
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await box.fill("012345678");
  await page.clock.install();
  await page.clock.runFor(2_000);
  expect(asked.filter((url) => url.includes("012345678"))).toEqual([]);

  await box.fill("zzzz");
  await page.clock.runFor(1_000);
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
  await page.getByRole("link", { name: "Clear the search" }).click();
  await expect(box).toHaveValue("");
  await expect(box).toBeFocused();
  await expect(page).toHaveURL(/\/transfers\?status=paid$/);
  await expect(rows(page)).toHaveCount(25);
  await expect(page.getByRole("link", { name: "Clear the search" })).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL("/attention");
});

test("a search that is rare among much says how far it looked, and looks further", async ({ page }) => {
  await page.goto("/transfers?q=ade&status=not_created");
  await expect(page.getByText(/^There may be more\. We searched the transfers back to .*\.$/)).toBeVisible();
  await page.getByRole("link", { name: "Search further back" }).click();
  await expect(page).toHaveURL(/cursor=/);
  await expect(page.getByRole("link", { name: "Newest transfers" })).toBeVisible();
});

/** What a browser says of a tab that nobody sees. */
const hide = (page: Page, isHidden: boolean) =>
  page.evaluate(
    (value) => Object.defineProperty(document, "hidden", { value, configurable: true }),
    isHidden,
  );

/** One that changes only where the test says so. */
async function createWaiting(page: Page): Promise<{ id: string }> {
  const { id } = await createByApi(page, { accountName: "SANDBOX WAITS" });
  await expect.poll(async () => (await readTransfer(page, id)).status).toBe("awaiting_deposit");
  return { id };
}

test("a row follows a report, new transfers wait for a press, and a hidden tab asks nothing", async ({
  page,
}) => {
  const { id } = await createWaiting(page);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/transfers/changes")) asked.push(request.url());
  });
  await page.clock.install();
  await page.goto("/transfers");
  await expect(page.getByRole("navigation", { name: "States" })).toContainText(/All \d/);
  await hide(page, true);
  await page.clock.runFor(60_000);
  expect(asked).toHaveLength(0);
  // The page's clock goes on by itself too, and further where the machine is slow.
  const clock = () => page.evaluate(() => Date.now());
  const shownAt = await clock();
  await hide(page, false);

  const row = rows(page).filter({ hasText: id.slice(0, 8) });
  const before = "Awaiting deposit";
  await expect(row.locator(".tt-state")).toHaveText(before);
  await page.request.post(`/api/transfers/${id}/sandbox`, { data: { status: "processing" } });
  const place = await row.boundingBox();
  await page.clock.runFor(10_000);
  await expect(row.locator(".tt-state")).toHaveText(`Processingwas ${before}`);
  await expect(row).toHaveClass("tt-changed");
  expect(await row.boundingBox()).toEqual(place);
  const said = page.getByRole("main").getByRole("status").last();
  await expect(said).toHaveText(`SANDBOX WAITS: Processing, was ${before}.`);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.length).toBeLessThanOrEqual(1 + Math.floor(((await clock()) - shownAt) / 10_000));
  await page.clock.runFor(6_000);
  await expect(row.locator(".tt-state")).toHaveText("Processing");

  for (let count = 0; count < 2; count++) await createWaiting(page);
  const first = await rows(page).first().getByRole("link").getAttribute("href");
  await page.clock.runFor(4_000);
  const more = page.getByRole("button", { name: "2 new transfers" });
  await expect(more).toBeVisible();
  await expect(said).toHaveText("2 new transfers.");
  await expectAccessible(page, "a list with new transfers");
  await expect(rows(page).first().getByRole("link")).toHaveAttribute("href", first ?? "");
  await pressEnter(more);
  await expect(more).toHaveCount(0);
  await expect(rows(page).nth(2)).toContainText(id.slice(0, 8));
  await expect(rows(page).first().getByRole("link")).toBeFocused();
  await page.clock.runFor(10_000);
  await expect(said).not.toHaveText(/was/);
});

test("J, K and the arrows go from row to row, and Enter opens", { tag: "@detail" }, async ({ page }) => {
  await page.goto("/transfers");
  const link = (at: number) => rows(page).nth(at).getByRole("link");
  await expect(page.getByRole("navigation", { name: "States" })).toContainText(/All \d/);
  await page.keyboard.press("j");
  await expect(link(0)).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("ArrowDown");
  await expect(link(2)).toBeFocused();
  await page.keyboard.press("k");
  await expect(link(1)).toBeFocused();
  const box = page.getByRole("searchbox", { name: /^Name, reference/ });
  await box.press("j");
  await expect(box).toBeFocused();
  await expect(page).toHaveURL(/q=j/);
  await box.press("Backspace");
  await expect(page).toHaveURL("/transfers");
  await expect(rows(page)).toHaveCount(25);
  // A search that is still to come takes nobody back from where they go.
  await box.press("z");
  await link(1).focus();
  const path = await link(1).getAttribute("href");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(path ?? "");
});

test("an export shows how far it has come, and is saved when it is whole", async ({ page, dashboard }) => {
  await page.goto("/transfers?status=refunded");
  ageConfirmations(dashboard);
  await page.getByRole("button", { name: "Export" }).click();
  const dialog = page.getByRole("dialog", { name: "Export the list" });
  await expect(dialog).toContainText(/The [\d,]+ transfers that match the filters, newest first/);
  await expect(dialog).toContainText("'0123456789");
  await dialog.getByText(/^\d+ columns, about \d+(\.\d)? [kM]B$/).click();
  await expect(dialog).toContainText("Account number, Account name, Deposit address");
  await expectAccessible(page, "the export");
  const workbook = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
  await proof.getByLabel("Your password").fill(owner.password);
  await page.keyboard.press("Enter");
  const typed = await workbook;
  expect(typed.suggestedFilename()).toMatch(/^transfers-\d{4}-\d{2}-\d{2}\.xlsx$/);
  const [sheet] = (await readXlsx(readFileSync(await typed.path()))).sheets;
  await expect(dialog.getByRole("status")).toHaveText(
    `Saved: ${((sheet?.rows.length ?? 0) - 2).toLocaleString("en-GB")} transfers.`,
  );
  await dialog.getByRole("button", { name: "Close" }).click();

  await page.getByRole("button", { name: "Export" }).click();
  await dialog.getByRole("radio", { name: "CSV" }).check();
  const saved = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export" }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^transfers-\d{4}-\d{2}-\d{2}\.csv$/);
  const text = readFileSync(await download.path(), "utf8");
  const said = /"End of the export","(\d+) transfers",+\r\n$/.exec(text)?.[1];
  expect(text.split("\r\n").length).toBe(Number(said) + 3);
  expect(sheet?.rows.length).toBe(Number(said) + 2);
  await expect(dialog.getByRole("status")).toHaveText(
    `Saved: ${Number(said).toLocaleString("en-GB")} transfers.`,
  );
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // What is copied out of it goes into our own fields as it was.
  const [account = ""] = /(?<=")'\d{10}(?=")/.exec(text) ?? [];
  const paste = async (field: Locator, pasted: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), pasted);
    await field.focus();
    await page.keyboard.press("ControlOrMeta+v");
  };
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/transfers/new");
  const number = page.getByLabel("Account number");
  await paste(number, account);
  await expect(number).toHaveValue(`${account.slice(1, 5)} ${account.slice(5, 8)} ${account.slice(8)}`);
  await expect(number).toBeFocused();
  await paste(page.getByLabel("Reference"), "'007");
  await expect(page.getByLabel("Reference")).toHaveValue("007");
  await paste(page.getByLabel("Account name"), "O'Neil 'n Sons");
  await expect(page.getByLabel("Account name")).toHaveValue("O'Neil 'n Sons");
});

test("support has no export", async ({ browser, dashboard }) => {
  const cookie = await sessionByProcess(dashboard.file, { role: "support" });
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [] },
    extraHTTPHeaders: { cookie },
  });
  const page = await context.newPage();
  await page.goto(`${dashboard.url}/transfers`);
  await expect(rows(page)).toHaveCount(25);
  await expect(page.getByRole("button", { name: "Export" })).toHaveCount(0);
  await context.close();
});

/** Changes what an export reads, past the server. */
function rename(file: string, from: string, to: string) {
  const sqlite = openDatabase(file);
  sqlite.exec(`alter table ${from} rename to ${to}`);
  sqlite.close();
}

test("a connection is torn where an export breaks off: no reader can take it for whole", async ({
  dashboard,
}) => {
  let text = "";
  const end = await new Promise<string>((resolve, reject) => {
    const asked = send(`${dashboard.url}/api/transfers/export`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        origin: dashboard.url,
        cookie: `session=${dashboard.session}`,
      },
    });
    asked.on("error", reject);
    asked.on("response", (answer) => {
      answer.once("data", (chunk: Buffer) => {
        text += chunk.toString();
        // Nothing is taken meanwhile, so the server waits in the middle.
        answer.pause();
        rename(dashboard.file, "transfer_events", "taken_away");
        answer.on("data", (next: Buffer) => {
          text += next.toString();
        });
        answer.resume();
      });
      answer.on("error", () => resolve("torn"));
      answer.on("end", () => resolve("ended"));
    });
    asked.end("{}");
  });
  rename(dashboard.file, "taken_away", "transfer_events");
  expect(end).toBe("torn");
  expect(text).toContain("Account number");
  expect(text).not.toContain("End of the export");
});

test("an export that breaks off is not saved, and the page says so", async ({ page, dashboard }) => {
  await page.route("**/api/transfers/export", (route) =>
    route.fulfill({
      status: 200,
      headers: { "x-answered-by": "dashboard" },
      contentType: "text/csv; charset=utf-8",
      body: "ID,Status\r\n1,Paid\r\n",
    }),
  );
  await page.goto(`${dashboard.url}/transfers`);
  await page.getByRole("button", { name: "Export" }).click();
  const dialog = page.getByRole("dialog", { name: "Export the list" });
  // It is neither kind of file.
  await dialog.getByRole("button", { name: "Export" }).click();
  await expect(dialog).toContainText("The export stopped partway, and nothing was saved.");
  await dialog.getByRole("radio", { name: "CSV" }).check();
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog).toContainText("The export stopped partway, and nothing was saved.");
  await expect(dialog.getByRole("button", { name: "Try again" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
