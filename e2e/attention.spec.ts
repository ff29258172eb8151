import { expectAccessible } from "./support/accessible";
import { readTransfer } from "./support/journey";
import { expect, test } from "./support/test";
import { createByApi } from "./support/transfers";

// A dashboard of its own: the first test needs one on which nothing has happened.
test.use({ ownDashboard: "attention" });
test.describe.configure({ mode: "serial", timeout: 180_000 });

test("where nothing needs attention, the page says so", async ({ page }) => {
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
  ).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/^The status is now: /)).toBeAttached();
  expect(await page.evaluate(() => Reflect.get(window, "mark"))).toBe("of the first load");
});

test("what needs attention is counted everywhere, and leaves when it is dealt with", async ({ page }) => {
  const { id } = await createByApi(page, { accountName: "SANDBOX WAITS" });
  await page.goto(`/transfers/${id}`);
  const sandbox = page.getByRole("region", { name: "Sandbox: act as the service" });
  await sandbox.getByRole("button", { name: "On hold" }).click();
  await expect(page.getByText("The money is neither paid out nor sent back.")).toBeVisible();
  await expectAccessible(page, "on hold, with the sandbox's buttons");

  const navigation = page.getByRole("navigation", { name: "Pages" });
  await navigation.getByRole("link", { name: "Overview" }).click();
  const panel = page.getByRole("region", { name: "Needs attention" });
  await expect(panel.getByRole("listitem")).toContainText(["No deposit address received", "On hold"]);
  await expect(navigation.getByRole("link", { name: "Needs attention 2 transfers" })).toBeVisible();
  await expectAccessible(page, "the overview with what needs attention");
  await panel.getByRole("link", { name: /^On hold/ }).click();
  await page.waitForURL("**/attention#on_hold");
  const group = page.getByRole("region", { name: "On hold at the service" });
  await expect(group).toBeInViewport();
  await expectAccessible(page, "what needs attention");
  await group.getByRole("link", { name: id }).click();

  await page.getByRole("button", { name: "Mark as resolved" }).click();
  await page.getByLabel("What was done").fill("Sent the papers.");
  await page.getByRole("button", { name: "Record as resolved" }).click();
  await expect(page.getByText("Marked as resolved.")).toBeVisible();
  await expect(page.getByText("The money is neither paid out nor sent back.")).toHaveCount(0);
  await expect(navigation.getByRole("link", { name: "Needs attention 1 transfer" })).toBeVisible();
  await page.goBack();
  await expect(group).toHaveCount(0);

  await page.goForward();
  await sandbox.getByRole("button", { name: "Failed" }).click();
  await expect(navigation.getByRole("link", { name: "Needs attention 2 transfers" })).toBeVisible();
  expect((await readTransfer(page, id)).attention).toEqual(["failed"]);
});

test("the sandbox's buttons drive a transfer, and the page follows without a reload", async ({ page }) => {
  const { id } = await createByApi(page, { accountName: "SANDBOX SILENT" });
  await page.goto(`/transfers/${id}`);
  const sandbox = page.getByRole("region", { name: "Sandbox: act as the service" });
  const status = page.getByRole("heading", { level: 1 }).locator("..");
  for (const [button, word] of [
    ["Unknown word", "quantum_settled"],
    ["Deposit seen", "Deposit received"],
    ["Processing", "Processing"],
    ["Paid", "Paid"],
    ["Reversed", "Refunded"],
  ] as const) {
    await sandbox.getByRole("button", { name: button }).click();
    await expect(status).toContainText(word);
  }
  await expect(page.getByText("The service reported paid, and also a refund")).toBeVisible();
});

test("the new transfer names what makes the sandbox misbehave", async ({ page }) => {
  await page.goto("/transfers/new");
  await page.getByText("Names that make the sandbox misbehave").click();
  await expect(page.getByRole("region", { name: "Sandbox" }).getByText("SANDBOX CUT AFTER")).toBeVisible();
  await expectAccessible(page, "the sandbox's names");
});
