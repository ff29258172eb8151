import type { Page } from "@playwright/test";
import { pressEnter, tabTo } from "./support/checks/keyboard";
import { readQr } from "./support/checks/pixels";
import { expect, test } from "./support/dashboards/test";
import { createButton, createdTransfer, detailsOf } from "./support/steps/journey";

/** What Enter would take: the list is narrowed a moment after the last letter, and says so until then. */
const highlighted = (page: Page) =>
  page.locator('[role="listbox"]:not([aria-busy]) [role="option"][data-highlighted]');

test("a transfer from the overview to the copied address, by the keyboard alone", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { accountNumber } = detailsOf();
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("main").getByRole("link", { name: "New transfer" }).first());
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { level: 1, name: "New transfer" })).toBeVisible();
  // The page is there to be filled in.
  await expect(page.getByLabel("You send")).toBeFocused();
  await page.keyboard.type("1250.50");
  const bank = page.getByRole("combobox", { name: "Bank", exact: true });
  await tabTo(page, bank);
  // Typing on the field opens the search with what was typed.
  await page.keyboard.type("gtb");
  await expect(highlighted(page)).toContainText("GTBank");
  await page.keyboard.press("Enter");
  await expect(bank).toContainText("GTBank");
  await expect(bank).toBeFocused();
  await tabTo(page, page.getByLabel("Account number"));
  await page.keyboard.type(accountNumber);
  await tabTo(page, page.getByLabel("Account name"));
  await page.keyboard.type("SANDBOX WAITS");
  await tabTo(page, page.getByRole("button", { name: "Check the transfer" }));
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check the transfer");
  await expect(createButton(page)).toBeEnabled();
  await tabTo(page, createButton(page));
  await page.keyboard.press("Enter");
  const { address } = await createdTransfer(page);
  expect(await readQr(page.getByRole("img", { name: /QR code/ }))).toBe(address);
  await tabTo(page, page.getByRole("button", { name: "Copy address" }), 60);
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
});

test("a payout to a bank that one knows takes at most 40 keys, the first of them on any page", async ({
  page,
}) => {
  const { accountNumber } = detailsOf();
  await page.goto("/");
  await page.evaluate(() => {
    addEventListener("keydown", () => document.body.append(document.createElement("i")), true);
  });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("n");
  await expect(page.getByLabel("You send")).toBeFocused();
  await page.keyboard.type("500");
  await page.keyboard.press("Enter");
  const bank = closedBank(page);
  await expect(bank).toBeFocused();
  await page.keyboard.type("gtb");
  await expect(highlighted(page)).toContainText("GTBank");
  await page.keyboard.press("Enter");
  await expect(bank).toContainText("GTBank");
  await page.keyboard.press("Tab");
  await page.keyboard.type(accountNumber);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Account name")).toBeFocused();
  await page.keyboard.type("ADE OBI");
  await expect(page.getByText(/^The recipient gets about/)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(createButton(page)).toBeEnabled();
  await tabTo(page, createButton(page));
  await page.keyboard.press("Enter");
  await createdTransfer(page);
  expect(await page.locator("body > i").count()).toBeLessThanOrEqual(40);
});

for (const [path, opener] of [
  ["/payees", "Add a payee"],
  ["/webhooks", "Add an endpoint"],
  ["/letterhead", "Change"],
  ["/account", "Change the password"],
  ["/account", "Set up a second factor"],
] as const)
  test(`who leaves a form is back at what opened it: ${opener}`, async ({ page }) => {
    await page.goto(path);
    await pressEnter(page.getByRole("button", { name: opener }));
    await expect(page.getByRole("main").locator("input:focus")).toHaveCount(1);
    await pressEnter(page.getByRole("button", { name: "Cancel" }));
    await expect(page.getByRole("button", { name: opener })).toBeFocused();
  });

test("the list of banks is moved through by the keyboard, and Escape leaves it as it was", async ({
  page,
}) => {
  await page.goto("/transfers/new");
  const bank = page.getByRole("combobox", { name: "Bank", exact: true });
  await bank.focus();
  await page.keyboard.press("Enter");
  const search = page.getByRole("combobox", { name: "Search banks by name or code" });
  await expect(search).toBeFocused();
  await page.keyboard.type("access");
  await expect(highlighted(page)).toContainText(/access/i);
  const active = () => highlighted(page).textContent();
  const first = await active();
  await page.keyboard.press("ArrowDown");
  await expect.poll(active).not.toBe(first);
  await page.keyboard.press("ArrowUp");
  await expect.poll(active).toBe(first);
  await page.keyboard.press("Escape");
  await expect(bank).toBeFocused();
  await expect(bank).toContainText("Choose a bank");
});

const closedBank = (page: Page) => page.getByRole("combobox", { name: "Bank", exact: true });

test("the list of banks stays below its field at one height, and what Enter will take has an outline", async ({
  page,
}) => {
  await page.goto("/transfers/new");
  const bank = closedBank(page);
  await bank.press("a");
  const popup = page.getByRole("dialog", { name: "Banks" });
  await expect(page.getByRole("option").first()).toBeVisible();
  const field = await page.locator("#field-bank").boundingBox();
  const before = await popup.boundingBox();
  expect(before?.y).toBeGreaterThanOrEqual((field?.y ?? 0) + (field?.height ?? 0));
  await page.keyboard.type("ccess bank");
  await expect(highlighted(page)).toHaveText(/^Access Bank\s*000014$/);
  const outline = () =>
    highlighted(page).evaluate((option) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(option);
      const ring = document.body.appendChild(document.createElement("i"));
      ring.style.color = "var(--color-ring)";
      return [outlineStyle, outlineWidth, outlineColor === getComputedStyle(ring).color];
    });
  // The ring is 3:1 on every ground of both themes (contrast.test.ts).
  expect(await outline()).toEqual(["solid", "2px", true]);
  expect(await popup.boundingBox()).toEqual(before);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/picker.png` });
  await page.emulateMedia({ forcedColors: "active" });
  expect((await outline()).slice(0, 2)).toEqual(["solid", "2px"]);
  await page.emulateMedia({ forcedColors: "none" });
  await page.keyboard.type(" of nowhere");
  await expect(page.getByRole("status").filter({ hasText: "No bank matches" })).toHaveCount(1);
  // A letter on the closed field opens the list; it takes no bank.
  await page.keyboard.press("Escape");
  await bank.press("z");
  await expect(page.getByRole("option").first()).toHaveText(/^Zenith/);
  await page.keyboard.press("Escape");
  await expect(bank).toHaveText("Choose a bank");
});

test("on a phone on its side at least four banks are in sight, each 44 px high for a finger", async ({
  browser,
  dashboard,
}) => {
  const page = await browser.newPage({
    ...{ baseURL: dashboard.url, storageState: dashboard.storageState },
    ...{ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true },
  });
  await page.goto("/transfers/new");
  await closedBank(page).tap();
  await page.getByRole("option").nth(1).waitFor();
  const list = await page.getByRole("listbox").boundingBox();
  const row = await page.getByRole("option").nth(1).boundingBox();
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/landscape.png` });
  expect(row?.height).toBeGreaterThanOrEqual(44);
  expect((list?.height ?? 0) / (row?.height ?? 1)).toBeGreaterThanOrEqual(4);
  expect((list?.y ?? 0) + (list?.height ?? 0)).toBeLessThanOrEqual(390);
  await page.close();
});

test("an amount is given from the naira side: what to send follows, and a new one takes it away", async ({
  page,
}) => {
  await page.goto("/transfers/new");
  await pressEnter(page.getByRole("button", { name: "Enter NGN instead" }));
  const output = page.getByLabel("Recipient gets");
  await expect(output).toBeFocused();
  await page.keyboard.type("5000000");
  await expect(output).toHaveValue("5,000,000");
  const send = page.getByLabel("You send (calculated)");
  await expect(send).toHaveValue(/^[\d,]+(\.\d\d?)?$/);
  await expect(send).toHaveAttribute("readonly");
  await expect(
    page.getByText(
      /^(Rounded up to the cent: pays out about 5,0|The rate has changed: pays out about 4,9)\d\d,\d{3}\.\d\d NGN\.$/,
    ),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Check the transfer" })).toBeEnabled();
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/naira.png` });
  await page.keyboard.type("0");
  await expect(send).toHaveValue("");
  await expect(page.getByText(/pays out about (50,0|49,9)\d\d,\d{3}\.\d\d NGN/)).toBeVisible();
  const amount = await send.inputValue();
  await pressEnter(page.getByRole("button", { name: "Enter USDC instead" }));
  await expect(page.getByLabel("You send", { exact: true })).toHaveValue(amount);
});

test("another token asks for another amount, and until that is found there is none to send", async ({
  page,
}) => {
  await page.goto("/transfers/new");
  await pressEnter(page.getByRole("button", { name: "Enter NGN instead" }));
  await expect(page.getByLabel("Recipient gets")).toBeFocused();
  await page.keyboard.type("5000000");
  const send = page.getByLabel("You send (calculated)");
  await expect(send).toHaveValue(/^3,\d{3}(\.\d\d?)?$/);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/quote", async (route) => {
    if (route.request().postData()?.includes("outputAmount")) await held;
    await route.continue();
  });
  await page.getByLabel("Token and network").selectOption("tron:usdt");
  await expect(send).toHaveValue("");
  await expect(page.getByRole("button", { name: "Check the transfer" })).toBeDisabled();
  release();
  await expect(send).not.toHaveValue("");
  await expect(page.getByRole("button", { name: "Check the transfer" })).toBeEnabled();
  await page.unrouteAll({ behavior: "wait" });
});

test("Enter that is ahead of the list of banks chooses none, and the next one chooses what is highlighted", async ({
  page,
}) => {
  await page.goto("/transfers/new");
  const bank = page.getByRole("combobox", { name: "Bank", exact: true });
  await bank.press("u");
  const search = page.getByRole("combobox", { name: "Search banks by name or code" });
  await expect(search).toBeFocused();
  await search.fill("uba");
  await expect(highlighted(page)).toContainText("United Bank for Africa");
  // Both in one turn of the browser, so the list cannot have followed.
  await search.evaluate(async (input: HTMLInputElement) => {
    input.select();
    document.execCommand("insertText", false, "gtb");
    await Promise.resolve();
    input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  });
  await expect(highlighted(page)).toContainText("GTBank");
  await page.keyboard.press("Enter");
  await expect(bank).toContainText("GTBank");
});
