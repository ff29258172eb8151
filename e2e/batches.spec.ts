import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { nubanCheckDigit } from "#lib/bank/nuban";
import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import { noRules } from "#lib/features/controls/rules";
import { expectAccessible } from "./support/checks/accessible";
import { expect, test } from "./support/dashboards/test";
import { colleague } from "./support/steps/colleague";
import { emptyBrowser, makeAccount, signIn } from "./support/steps/people";
import { createByApi } from "./support/steps/transfers";

// Its rules, transfers and batches are in no other file's way.
test.use({ ownDashboard: "batches" });

/** An account whose check digit is GTBank's. */
function account(serial: number): string {
  const nine = `${serial}`.padStart(9, "0");
  return `${nine}${nubanCheckDigit("058", nine)}`;
}

type Row = readonly [name: string, serial: number, amount: string];

/** Brought by the API and agreed to. */
async function agreedBatch(
  page: Page,
  name: string,
  rows: readonly Row[],
  column = "Amount",
): Promise<Batch> {
  const lines = rows.map(([who, serial, amount]) => `${who},000013,${account(serial)},${amount}`);
  const made = await page.request.post("/api/batches", {
    headers: { "idempotency-key": randomUUID() },
    data: { name, asset: "base:usdc", text: [`Name,Bank,Account,${column}`, ...lines].join("\n") },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { id, seen, rates } = (await made.json()) as Batch;
  const agreed = await page.request.post(`/api/batches/${id}/agree`, {
    data: { seen: `${seen}`, rates: rates.map(({ asset, rate }) => ({ asset, rate })) },
  });
  expect(agreed.status(), await agreed.text()).toBe(200);
  return (await agreed.json()) as Batch;
}

test("a batch waits at our own limit, stops at the service’s, and goes on", async ({
  page,
  browser,
  dashboard,
  watch,
}) => {
  watch.allowFailures(/^\/api\/batches\/[0-9a-f-]+\/create/);
  const { id } = await agreedBatch(page, "November, stopped", [
    ["SANDBOX RATE LIMITED", 201, "310"],
    ["SANDBOX WAITS Ikenna", 202, "450.25"],
    ["SANDBOX WAITS Zainab", 203, "120"],
    ["SANDBOX REFUSED", 204, "75"],
  ]);
  await page.goto(`/bulk/${id}`);
  await page.route(
    `**/api/batches/${id}/create`,
    (route) =>
      route.fulfill({
        status: 429,
        headers: { "content-type": "application/problem+json", "retry-after": "1" },
        json: {
          type: "about:blank",
          title: "Too many requests",
          status: 429,
          detail: "Wait.",
          code: "too_many_requests",
        },
      }),
    { times: 1 },
  );
  await page.getByRole("button", { name: "Create 4 transfers" }).click();
  await expect(page.getByText("as many rows as a minute allows")).toBeVisible();
  await expect(page.getByRole("heading", { name: "The service is limiting requests" })).toBeVisible();
  await expectAccessible(page, "batch, stopped");

  await page.goto("/attention");
  const card = page.getByRole("region", { name: "Batches that wait for you" }).or(page.locator("main"));
  await expect(card.getByRole("link", { name: "November, stopped" })).toBeVisible();
  await expect(
    page
      .getByRole("navigation", { name: "Pages" })
      .getByRole("link", { name: /^Needs attention \d+ to look at$/ }),
  ).toBeVisible();
  await expectAccessible(page, "needs attention, a batch");
  await page.goto("/");
  await page.getByRole("link", { name: "1 batch of payouts waits for somebody" }).click();
  await page.getByRole("link", { name: "November, stopped" }).click();
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByRole("heading", { name: "2 of 4 created, 2 refused" })).toBeVisible();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Safe Transaction Builder" }).click();
  expect((await saved).suggestedFilename()).toMatch(/-safe\.json$/);
  await expect(page.getByRole("heading", { name: "File 1: compare with the wallet’s screen" })).toBeVisible();
  await expectAccessible(page, "batch, a Safe file made");
  await page.getByText("Include addresses of an earlier file").click();
  await page.getByRole("checkbox", { name: /^Also those of file 1/ }).check();
  await page.getByRole("button", { name: "Safe CSV Airdrop" }).click();
  await expect(page.getByRole("heading", { name: "File 2: compare with the wallet’s screen" })).toBeVisible();
  const together = page.getByRole("region", { name: "Fund what is created" });
  await expect(together.getByText("2 files together").locator("..")).toContainText(
    "2 transfers, 570.25 USDC",
  );
  await expect(together.getByText("Created in this batch").locator("..")).toContainText(
    "2 transfers, 570.25 USDC",
  );
  await expect(together.getByText("2 transfers are in more than one file")).toBeVisible();
  await expectAccessible(page, "batch, two files");

  const support = await emptyBrowser(browser);
  await signIn(support, dashboard.url, await makeAccount(page, "support"));
  await support.goto(`${dashboard.url}/bulk/${id}`);
  await expect(support.getByRole("heading", { name: "2 of 4 created, 2 refused" })).toBeVisible();
  await expect(support.getByRole("button", { name: /Result|Safe|Leave out|Create/ })).toHaveCount(0);
  await expectAccessible(support, "batch, as support sees it");
});

test("a payer’s link beside a funding file is asked about", { tag: "@detail" }, async ({ page, watch }) => {
  watch.allowFailures(/^\/api\/transfers\/[0-9a-f-]+\/pay-link/);
  const { id } = await agreedBatch(page, "November, linked", [["SANDBOX WAITS Hauwa", 211, "88"]]);
  const created = await page.request.post(`/api/batches/${id}/create`, { data: {} });
  expect(((await created.json()) as Batch).counts.created).toBe(1);
  const data = { kind: "csv", asset: "base:usdc" };
  expect((await page.request.post(`/api/batches/${id}/funding`, { data })).status()).toBe(201);
  await page.goto(`/bulk/${id}`);
  await page.getByRole("link", { name: "SANDBOX WAITS Hauwa" }).click();
  await page.getByRole("button", { name: "Share with payer" }).click();
  const dialog = page.getByRole("dialog", { name: "Share with payer" });
  await dialog.getByRole("button", { name: "Create the link" }).click();
  await expect(dialog.getByText(/Whoever has that file may send too/)).toBeVisible();
  await expectAccessible(page, "a payer’s link beside a file");
  await dialog.getByRole("button", { name: "Create it all the same" }).click();
  await expect(dialog.locator(":focus")).toContainText("The link for the payer");
});

test("a row that was paid meanwhile stops its batch, is checked again and agreed to again", async ({
  page,
}) => {
  const name = "SANDBOX WAITS Obinna";
  const { id } = await agreedBatch(page, "November, again", [
    [name, 221, "640"],
    ["SANDBOX WAITS Uche", 222, "95"],
  ]);
  await createByApi(page, { amount: "640", accountNumber: account(221), accountName: name });
  await page.goto(`/bulk/${id}`);
  await page.getByRole("button", { name: "Create 2 transfers" }).click();
  await expect(page.getByRole("heading", { name: "A row can’t be created" })).toBeVisible();
  await expectAccessible(page, "batch, a row stopped it");
  await page.getByRole("button", { name: "Check the rows again" }).click();
  const tick = page.getByRole("checkbox", { name: "This is a second payment, line 2" });
  await tick.check();
  await expect(page.getByText("Nothing is created yet: you press once more for that.")).toBeVisible();
  await expectAccessible(page, "batch, checked again");
  await page.getByRole("button", { name: "Agree on 2 rows" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Agree on 2 rows" }).click();
  await page.getByRole("button", { name: "Create 2 transfers" }).click();
  await expect(page.getByRole("heading", { name: "2 of 2 created" })).toBeVisible();
});

test("a batch waits for an approval as one, with a way to its request", { tag: "@detail" }, async ({
  page,
  browser,
  dashboard,
}) => {
  const ada = await colleague(page, browser, dashboard, "admin");
  const obi = await colleague(page, browser, dashboard, "finance");
  const tiers = [{ fromNaira: "1000", approvals: 1, by: "finance" }];
  const rules = { after: "0", rules: { ...noRules, tiers } };
  const set = await page.request.post("/api/controls", { data: rules });
  expect(set.status(), await set.text()).toBe(200);
  const { id } = await agreedBatch(
    page,
    "November, approved",
    [
      ["SANDBOX WAITS Folasade", 231, "185000"],
      ["SANDBOX WAITS Gbenga", 232, "212500.50"],
    ],
    "Naira",
  );
  await page.goto(`/bulk/${id}`);
  await expect(page.getByRole("heading", { name: "This batch waits for an approval" })).toBeVisible();
  await expectAccessible(page, "batch, waiting for an approval");
  await page.getByRole("link", { name: "See the request" }).click();
  await expect(page).toHaveURL(/\/approvals\/[0-9a-f-]+$/);

  await obi.page.goto(page.url());
  await expect(obi.page.getByText("SANDBOX WAITS Gbenga")).toBeVisible();
  await expectAccessible(obi.page, "an approval of a batch");
  const approve = obi.page.getByRole("button", { name: "Approve", exact: true });
  await expect(approve).toBeEnabled();
  await approve.click();
  await expect(approve).toHaveCount(0);
  await ada.page.close();
  await page.goto(`/bulk/${id}`);
  await expect(page.getByRole("button", { name: "Create 2 transfers" })).toBeVisible();
  await page.getByRole("button", { name: "Change rows" }).click();
  await expect(page.getByRole("button", { name: "Agree on 2 rows" })).toBeVisible();
});
