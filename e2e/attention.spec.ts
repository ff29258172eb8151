import { scenarios } from "#lib/sandbox/scenarios";
import { expectAccessible } from "./support/checks/accessible";
import { expectPressable, expectReadable } from "./support/checks/spoken";
import { expect, test } from "./support/dashboards/test";
import { readTransfer } from "./support/steps/journey";
import { createByApi } from "./support/steps/transfers";

// A dashboard of its own: the first test needs one on which nothing has happened.
test.use({ ownDashboard: "attention" });
test.describe.configure({ mode: "serial" });

test("where nothing needs attention, the page says so", { tag: "@detail" }, async ({ page }) => {
  await page.goto("/attention");
  await expect(page).toHaveTitle("Needs attention · Offramp Dashboard");
  await expect(page.getByRole("heading", { name: "No transfer needs attention" })).toBeVisible();
  await expectAccessible(page, "nothing needs attention");
});

test("a page that is open learns by itself that an unknown transfer exists", async ({ page }) => {
  const { id, status } = await createByApi(page, { accountName: "SANDBOX CUT AFTER" });
  expect(status).toBe("unknown");
  await page.goto(`/transfers/${id}`);
  await page.evaluate(() => Reflect.set(window, "mark", "of the first load"));
  await expect(
    page.getByText("This transfer exists at the service, but no deposit address was received"),
  ).toBeVisible();
  await expect(page.getByText(/^The status is now: /)).toBeAttached();
  expect(await page.evaluate(() => Reflect.get(window, "mark"))).toBe("of the first load");
});

test("what needs attention is counted everywhere, and leaves when it is dealt with", async ({ page }) => {
  const { id } = await createByApi(page, { accountName: "SANDBOX WAITS" });
  await page.goto(`/transfers/${id}`);
  const sandbox = page.getByRole("region", { name: "Sandbox: act as the service" });
  await sandbox.getByRole("button", { name: "On hold" }).click();
  const held = page.getByRole("region", { name: "The service holds the money" });
  await expect(held).toContainText("It was not paid out and not sent back.");
  await expectAccessible(page, "on hold, with the sandbox's buttons");

  const navigation = page.getByRole("navigation", { name: "Pages" });
  await navigation.getByRole("link", { name: "Overview" }).click();
  const panel = page.getByRole("region", { name: "Needs attention" });
  await expect(panel.getByRole("listitem")).toContainText([
    /^No deposit address received\s*not sent\s*[\d,.]+ USDC/,
    // As the open money beside it says of the same transfer.
    /^On hold at the service\s*arrived\s*[\d,.]+ USDC/,
  ]);
  const open = page.getByRole("region", { name: "Open money" });
  await expect(open.getByRole("listitem").filter({ hasText: "Arrived, no payout yet" })).toContainText(
    "1 transfer, oldest",
  );
  await expect(open).toContainText("Not clear");
  await expect(page.getByRole("main")).toContainText(/None has ended yet\. \d are still open\./);
  await expectReadable(page, "the overview with what needs attention");
  await expectPressable(page, "the overview with what needs attention");
  await expect(navigation.getByRole("link", { name: "Needs attention 2 to look at" })).toBeVisible();
  await expectAccessible(page, "the overview with what needs attention");
  await panel.getByRole("link", { name: /^On hold/ }).click();
  await page.waitForURL("**/attention?reason=on_hold");
  const group = page.getByRole("region", { name: "On hold at the service" });
  await expect(group).toBeInViewport();
  await expectAccessible(page, "what needs attention");
  const row = group.getByRole("link", { name: "SANDBOX WAITS" });
  await page.keyboard.press("j");
  await expect(row).toBeFocused();
  await page.keyboard.press("Enter");

  await page.getByRole("button", { name: "Mark as resolved" }).click();
  await page.getByLabel("What was done").fill("Sent the papers.");
  await page.getByRole("button", { name: "Record as resolved" }).click();
  await expect(page.getByText("Marked as resolved.", { exact: true })).toBeVisible();
  await expect(held.getByText("Marked as resolved. The timeline shows by whom.")).toBeVisible();
  await expect(navigation.getByRole("link", { name: "Needs attention 1 to look at" })).toBeVisible();
  await page.goBack();
  await expect(group).toHaveCount(0);

  await page.goForward();
  await sandbox.getByRole("button", { name: "Failed" }).click();
  await expect(navigation.getByRole("link", { name: "Needs attention 2 to look at" })).toBeVisible();
  expect((await readTransfer(page, id)).attention).toEqual(["failed"]);
});

test("several transfers of one kind get an owner and are resolved at once", async ({ page }) => {
  for (const amount of ["60", "70.5"]) {
    const { id } = await createByApi(page, { accountName: "SANDBOX SHORT", amount });
    // What the network shows comes a little later, and would be news.
    await expect
      .poll(async () => {
        const { status, deposit } = await readTransfer(page, id);
        return [status, deposit.label];
      })
      .toEqual(["deposit_short", "short"]);
  }
  await page.goto("/");
  const panel = page.getByRole("region", { name: "Needs attention" });
  // What is missing of both, and not what was asked for.
  await expect(panel.getByRole("link", { name: /^Deposit short/ })).toContainText(
    /2\s*missing\s*52\.20 USDC/,
  );
  await expect(page.getByRole("region", { name: "Open money" })).toContainText(
    "2 short deposits count in the first two.",
  );
  await page.goto("/attention");
  const tabs = page.getByRole("navigation", { name: "Whose" });
  await expect(tabs.getByRole("link")).toHaveText([
    "Everyone’s 4",
    "Mine 0",
    "No owner 4",
    "Resolved today 1",
  ]);
  // Few of each reason: one table, in which each row says its own.
  const flat = page.getByRole("table", { name: "Other transfers that need attention" });
  const short = flat.getByRole("row").filter({ hasText: "Deposit short" });
  await expect(short).toHaveCount(2);
  await expect(short.first().getByRole("cell", { name: "24.00 USDC missing" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Resolved today" })).toContainText("Sent the papers.");
  await expectAccessible(page, "few of each reason, in one table");
  await expectReadable(page, "few of each reason");
  await expectPressable(page, "few of each reason");
  // Of unlike kinds: they can be assigned or copied, and not resolved together.
  const all = page.getByRole("checkbox", { name: "Select all on this page", exact: true });
  await all.check();
  const bar = page.getByRole("region", { name: "Selected transfers" });
  const ofRows = page.getByRole("checkbox", { name: /^Select (?!all)/ });
  await expect(bar).toContainText(`${await ofRows.count()} selected`);
  expect(await ofRows.count()).toBeGreaterThan(2);
  await expect(bar.getByRole("button", { name: "Mark as resolved" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await flat.getByRole("checkbox", { name: "Select SANDBOX SHORT, 60.00 USDC" }).uncheck();
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
  await bar.getByRole("button", { name: "Clear the selection" }).click();
  await expect(all).toBeFocused();
  await expect(all).not.toBeChecked();
  await page.goto("/attention?reason=deposit_short");
  const group = page.getByRole("region", { name: "Deposit short" });
  await expect(group).toContainText("Don’t send the rest until it answers.");
  // The chip would only repeat the group's title.
  await expect(group.getByRole("row").nth(1)).not.toContainText("Short");
  await expectPressable(page, "one reason");
  await expect(page.getByRole("region", { name: "Failed" })).toHaveCount(0);
  await expect(all).toHaveCount(0);

  await group.getByRole("button", { name: "Assign SANDBOX SHORT, 60.00 USDC" }).click();
  await page.getByLabel("Due").selectOption("In 4 hours");
  await page.getByRole("button", { name: "Assign to me" }).click();
  await expect(page.getByText(/^1 of 1 assigned to /)).toBeVisible();
  await expect(group.getByRole("cell", { name: / due in (4|3) h$/ })).toHaveCount(1);
  await expect(
    group.getByRole("button", { name: /is the owner of SANDBOX SHORT, 60.00 USDC/ }),
  ).toBeVisible();

  await tabs.getByRole("link", { name: "Mine 1" }).click();
  await expect(page.getByRole("row", { name: /SANDBOX SHORT/ })).toHaveCount(1);
  await page.goBack();
  await group.getByRole("checkbox", { name: "Select all on this page: Deposit short" }).check();
  await expect(bar).toContainText("2 selected · 52.20 USDC missing");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await bar.getByRole("button", { name: "Copy selected" }).click();
  await expect(bar.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await clipboard()).toMatch(
    /^2 transfers, 52\.20 USDC missing\n- [0-9a-f-]{36}: 60\.00 USDC to SANDBOX SHORT, Short, 24\.00 USDC missing\n- .*70\.50 USDC to /,
  );
  // The page's own button copies what it lists, ticked or not.
  await page.getByRole("main").getByRole("button", { name: "Copy list" }).click();
  await expect(page.getByRole("main").getByText("Copied", { exact: true }).last()).toBeVisible();
  expect(await clipboard()).toMatch(/^2 transfers, 52\.20 USDC missing\n- .*\n- /);
  const message = group.getByRole("button", { name: /^Copy question about SANDBOX SHORT, 60/ });
  await message.click();
  await expect(message).toHaveAttribute("data-result", "Copied");
  await expect(message).toBeFocused();
  const text = await clipboard();
  expect(text).toMatch(/^SANDBOX: no real money\.\nYour transaction ID: \S+\nOur transfer: /);
  expect(text).toMatch(
    /\nAsked for: 60\.00 USDC on .*\n(.*\n)*Do you pay out less, wait for the rest, or send it back\?$/,
  );
  expect(text).not.toContain("SANDBOX SHORT");
  await expectAccessible(page, "transfers that are selected");
  await bar.getByRole("button", { name: "Mark as resolved" }).click();
  const dialog = page.getByRole("dialog", { name: "Mark 2 transfers as resolved" });
  await dialog.getByRole("button", { name: "Mark as resolved" }).click();
  await expect(dialog.getByText("Say what was done, so that others can follow it.")).toBeVisible();
  await dialog.getByLabel("What was done").fill("The service keeps the rest for the next one.");
  await dialog.getByRole("button", { name: "Mark as resolved" }).click();
  await expect(page.getByText("2 of 2 marked as resolved")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Nothing here" })).toBeVisible();
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
  await page.getByRole("link", { name: "Resolved today 3" }).click();
  await page.waitForURL("**/attention?resolved=today");
  await expect(page.getByRole("link", { name: "Resolved today" })).toHaveAttribute("aria-current", "page");
  const resolved = page.getByRole("main").getByRole("listitem").filter({ hasText: "Resolved by" });
  await expect(resolved).toHaveCount(3);
  await expect(resolved.first()).toContainText("The service keeps the rest for the next one.");
  await expect(resolved.last()).toContainText(
    /SANDBOX WAITS.*Sent the papers\.Resolved by owner@example\.com/,
  );
  await expectAccessible(page, "what was resolved today");
});

test("the sandbox's buttons drive a transfer, and the page follows without a reload", async ({ page }) => {
  const { id } = await createByApi(page, { accountName: "SANDBOX SILENT" });
  await page.goto(`/transfers/${id}`);
  const sandbox = page.getByRole("region", { name: "Sandbox: act as the service" });
  const status = page.getByRole("heading", { level: 1 }).locator("..");
  for (const [button, word] of [
    ["Not recognised", "quantum_settled"],
    ["Deposit received", "Deposit received"],
    ["Processing", "Processing"],
    ["Paid", "Paid"],
    ["Reversed", "Reversed"],
  ] as const) {
    await sandbox.getByRole("button", { name: button }).click();
    await expect(status).toContainText(word);
  }
  await expect(
    page.getByRole("heading", { name: "The service said paid, then that it came back" }),
  ).toBeVisible();
});

test("a page of the sandbox plays what goes wrong by one press, and the form names none of it", {
  tag: "@detail",
}, async ({ page }) => {
  await page.goto("/transfers/new");
  await expect(page.getByText("SANDBOX LATE DEPOSIT")).toHaveCount(0);
  await expect(page.getByText(/callback URL|URL of your own/i)).toHaveCount(0);
  await page.getByRole("complementary", { name: "Sandbox mode" }).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Try what goes wrong");
  await expect(page.getByRole("button", { name: /^Play/ })).toHaveCount(scenarios.size);
  await expectAccessible(page, "the sandbox's names");
  await page.getByRole("button", { name: "Play SANDBOX REFUSED", exact: true }).click();
  await expect(page).toHaveURL(/\/transfers\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { name: /^Rejected/ })).toBeVisible();
  await page.goto("/scenarios");
  await page.getByRole("button", { name: "Play SANDBOX WAITS", exact: true }).click();
  await expect(page).toHaveURL(/\/transfers\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { name: "Sandbox address. Send nothing real." })).toBeVisible();
  await page.getByRole("button", { name: "Simulate the deposit" }).click();
  await expect(
    page
      .getByText(/Seen|arrived/i)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy address" })).toHaveCount(0);
  // The quote is odd for an amount, and the form is filled in with it.
  await page.goto("/scenarios");
  await page.getByRole("link", { name: "Fill in 1313.01" }).click();
  await expect(page.getByLabel("You send")).toHaveValue("1,313.01");
});
