import { answer, hang, quoteWell } from "#lib/testing/service/faulty-service";
import { expectAccessible } from "./support/checks/accessible";
import { openPersonMenu } from "./support/checks/keyboard";
import { openUntil } from "./support/checks/open-until";
import { expect, test } from "./support/dashboards/faulty-test";
import { detailsOf, fillDetails } from "./support/steps/journey";
import { emptyBrowser, makeAccount, signIn, typeSignIn } from "./support/steps/people";
import { createAccepted, createByApi } from "./support/steps/transfers";

// States that no journey passes through: waiting, blocked, and values longer than anybody expects.
// A call that hangs is to hang for as long as the page is looked at.
test.use({ ownDashboard: "states", serviceTimeoutMs: "120000" });
const longName = `${"Chukwuemeka-Okonkwo Oluwadamilola ".repeat(3)}Trading & Sons`.slice(0, 100);

test("pages that wait for the service", { tag: "@detail" }, async ({ page, service }) => {
  service.behave("business", hang);
  service.behave("banks", hang);
  await page.goto("/");
  await expect(page.getByText("Loading the business").first()).toBeAttached();
  await expectAccessible(page, "an overview that waits");
  await page.goto("/banks", { waitUntil: "commit" });
  await expect(page.getByText("Loading the banks")).toBeAttached();
  await expectAccessible(page, "banks that are awaited");
  // What still waits would be waited for by the next test, too.
  service.recover();
  service.server.closeAllConnections();
});

test("pages of a business that is not active", { tag: "@detail" }, async ({ page, service }) => {
  const suspended = {
    name: longName,
    type: "",
    website: "javascript:alert(1)",
    status: "under_review",
    owner: "",
  };
  service.behave("business", answer(200, JSON.stringify({ message: "ok", business: suspended })));
  await openUntil(page, "/", page.getByText("The service says “under_review”."));
  await expectAccessible(page, "an overview of a business that is not active");
  await page.goto("/transfers/new");
  await expect(page.getByText("The business can’t create transfers now.")).toBeVisible();
  await expectAccessible(page, "the form, blocked");
});

test("long names and huge amounts: the form, a transfer, the list and the overview", async ({
  page,
  service,
}) => {
  const output = "1,537,882,461,538.46";
  service.behave(
    "quote",
    answer(
      200,
      '{"success":true,"quote":{"rate":1538.420001,"output_amount":1537882461538.461538,"fee":6249999.999999}}',
    ),
  );
  await page.goto("/transfers/new");
  await fillDetails(page, detailsOf({ amount: "999999999.999999", accountName: longName }));
  await expect(page.getByText(output).first()).toBeVisible();
  await expectAccessible(page, "the form, huge amounts");
  const { id, report } = await createAccepted(page, service, {
    amount: "999999999.999999",
    accountName: longName,
  });
  service.behave("quote", quoteWell);
  await page.goto(`/transfers/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    "999,999,999.999999 USDC to Chukwuemeka",
  );
  await expect(page.getByRole("region", { name: "Details" })).toContainText(output);
  await expectAccessible(page, "a transfer, huge amounts");
  await report({ status: "a word of the service that is long and that nobody here has ever heard of" });
  const failing = await createAccepted(page, service);
  await failing.report({ status: "failed" });
  const paid = await createAccepted(page, service);
  await paid.report({ status: "completed" });
  await page.goto("/transfers");
  await expect(page.getByRole("row").filter({ hasText: longName.slice(0, 20) })).toHaveCount(1);
  await expectAccessible(page, "the list, long names and huge amounts");
  await page.goto(`/transfers/${paid.id}`);
  const created = page.getByRole("region", { name: "Timeline" }).getByRole("listitem").first();
  const local = await created.innerText();
  const view = page.getByRole("button", { name: /Change the zone or the order$/ });
  await view.click();
  await page.getByLabel("Times in UTC").check();
  expect(await created.innerText()).not.toBe(local);
  await expect(view).toContainText("UTC");
  await page.getByRole("button", { name: "Newest first" }).click();
  await expect(created).toContainText("Paid");
  await expectAccessible(page, "a transfer that is paid");
  await page.goto(`/transfers/${failing.id}`);
  await expectAccessible(page, "a transfer that failed");
});

test("an address of another network, and a copy that the browser refuses", { tag: "@detail" }, async ({
  page,
  service,
}) => {
  const bad = await createByApi(page);
  service.behave(
    "initiate",
    answer(200, '{"success":true,"address":"TJRabPrwbZy45sbavfcjinPJC18kjpRTv8","transactionId":"txn_bad"}'),
  );
  const { id } = await createByApi(page);
  await page.goto(`/transfers/${id}`);
  await expect(page.getByText("This does not look like a Base address. Do not send.").first()).toBeVisible();
  await expectAccessible(page, "an address of another network");
  await page.goto(`/transfers/${bad.id}`);
  await page.evaluate(() => {
    const { clipboard } = navigator;
    clipboard.writeText = () => Promise.reject(new Error("denied"));
  });
  const copy = page.getByRole("button", { name: "Copy address" });
  const before = await copy.boundingBox();
  await copy.click();
  await expect(page.getByText("Copy failed: select the text").first()).toBeVisible();
  expect((await copy.boundingBox())?.width).toBe(before?.width);
  await expectAccessible(page, "a copy that failed");
});

test("the menu of a phone, the list of keys, and an amount that could be two", { tag: "@detail" }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/transfers/new");
  await page.evaluate(() => navigator.clipboard.writeText("1.250"));
  await page.getByLabel("You send").press("Control+V");
  await expect(page.getByText("1.250 can be read in two ways. Which amount do you mean?")).toBeVisible();
  await expectAccessible(page, "a quote that asks");
  await page.setViewportSize({ width: 390, height: 900 });
  await page.locator("summary", { hasText: "Menu" }).click();
  await expect(page.getByRole("navigation", { name: "Pages" })).toBeVisible();
  await expectAccessible(page, "the menu");
  await page.setViewportSize({ width: 1280, height: 900 });
  await openPersonMenu(page);
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expectAccessible(page, "the list of keys");
});

test("a sign-in that fails, a link that is used up, and a page that a role does not open", {
  tag: "@detail",
}, async ({ page, browser, dashboard, watch }) => {
  watch.allowFailures(/^\/api\//);
  const support = await makeAccount(page, "support");
  const other = await emptyBrowser(browser);
  await other.goto(`${dashboard.url}/login`);
  await typeSignIn(other, { ...support, password: "not the password at all" });
  await expect(other.getByText("Not signed in")).toBeVisible();
  await expect(other).toHaveTitle(/^Error: /);
  await expectAccessible(other, "a sign-in that failed");
  await other.goto(`${dashboard.url}/welcome#${"a".repeat(43)}`);
  await expect(other.getByText("This link cannot be used")).toBeVisible();
  await expectAccessible(other, "a link that is used up");
  await signIn(other, dashboard.url, support);
  await expectAccessible(other, "the overview of a person in support");
  await other.goto(`${dashboard.url}/people`);
  await expect(other.getByText("You don’t have access to this page")).toBeVisible();
  await expectAccessible(other, "a page that a role does not open");
  await other.context().close();
});
