import { join } from "node:path";
import type { AuditPage } from "#lib/contract/audit/audit";
import { ada, entriesOf } from "#lib/testing/database/audit-entries";
import { appendByProcess } from "#lib/testing/database/audit-process";
import { formatUtc } from "#lib/text/format-time";
import { expectAccessible } from "./support/checks/accessible";
import { expectPressable } from "./support/checks/spoken";
import { startDashboard } from "./support/dashboards/dashboard";
import { openDatabase } from "./support/dashboards/database";
import { test as base, expect, placeOfOwn } from "./support/dashboards/test";
import { createByApi } from "./support/steps/transfers";

// A dashboard of its own, whose log holds what this file writes.
const test = base.extend({
  dashboard: async ({ servers }, use) => use(await servers("audit", startDashboard, placeOfOwn)),
});
test.describe.configure({ mode: "serial" });

const fileOf = (folder: string) => join(folder, "dashboard.db");
const stranger = {
  actor: { id: "person_eve", name: 'eve"><img src=x onerror=alert(1)>\u202e@example.com' },
  address: "2001:db8:85a3::8a2e:370:7334",
  userAgent: `<script>alert(1)</script> ${"W".repeat(190)}`,
};

/** What the first account and its sign-in have written before any test. */
const before = 2;
/** With the transfer that is created, the 30 entries that are planted, and the view of its account number. */
const total = before + 1 + 30 + 1;

test("a log that just began holds the first account and its sign-in, and claims nothing of itself", async ({
  page,
}) => {
  await page.goto("/audit");
  await expect(page).toHaveTitle("Audit log · Offramp Dashboard");
  const rows = page.getByRole("table", { name: "Audit log, newest first" }).getByRole("row");
  await expect(rows).toHaveCount(before + 1);
  await expect(rows.nth(1)).toContainText("Signed in");
  await expect(page.getByText(/intact|was altered/)).toHaveCount(0);
});

test("entries are shown newest first, with all that is stored of them", async ({ page, dashboard }) => {
  const { id } = await createByApi(page, { accountName: "SANDBOX WAITS" });
  await appendByProcess(`file:${fileOf(dashboard.folder)}`, [
    ...entriesOf(28),
    { ...ada, action: "note_added", recordId: id, detail: {} },
    { ...stranger, action: "signed_out", recordId: "person_eve", detail: {} },
  ]);
  await page.goto("/audit");
  const rows = page.getByRole("table", { name: "Audit log, newest first" }).getByRole("row");
  await expect(rows).toHaveCount(26);
  await expect(rows.nth(1)).toContainText("Signed out");
  await expect(rows.nth(1)).toContainText("\\u{202E}@example.com");
  await expect(rows.nth(4)).toContainText("Asset: base:usdc");
  const { items } = (await (await page.request.get("/api/audit?limit=1")).json()) as AuditPage;
  const newest = items[0];
  await expect(rows.nth(1).getByText(newest?.hash ?? "", { exact: true })).toBeHidden();
  await rows.nth(1).getByText("Details").click();
  for (const text of [newest?.hash, newest?.previousHash, newest?.at, stranger.address, "person_eve"]) {
    await expect(
      rows
        .nth(1)
        .getByText(text ?? "", { exact: true })
        .first(),
    ).toBeVisible();
  }
  await expect(rows.nth(1)).toContainText("<script>alert(1)</script>");
  await expect(rows.nth(1).locator("time")).toHaveAttribute("title", formatUtc(newest?.at ?? ""));
  await expectAccessible(page, "a log with the details of an entry");
  await expect(rows.nth(2).getByText(id)).toBeHidden();
  await rows.nth(2).getByRole("link", { name: "transfer of entry" }).click();
  await page.waitForURL(`**/transfers/${id}`);
});

test("the log is paged and filtered, and every state is a URL", async ({ page }) => {
  const table = page.getByRole("table", { name: "Audit log, newest first" });
  await page.goto("/audit");
  await page.getByRole("link", { name: "Older entries" }).click();
  await expect(table.getByRole("row")).toHaveCount(total - 25 + 1);
  await expect(page).toHaveURL(/\/audit\?cursor=\d+$/);
  await expect(page.getByRole("link", { name: "Older entries" })).toHaveCount(0);
  await page.getByRole("link", { name: "Newest entries" }).click();
  await expect(table.getByRole("row")).toHaveCount(26);

  await page.getByLabel("Person’s name, e-mail or ID").fill(" ADA@example.com ");
  await page.getByLabel("Action", { exact: true }).selectOption("Signed in");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(table.getByRole("row")).toHaveCount(7);
  await page.reload();
  await expect(table.getByRole("row")).toHaveCount(7);
  await expect(page.getByLabel("Action", { exact: true })).toHaveValue("signed_in");

  await page.getByRole("textbox", { name: "Last day" }).fill("2020-01-01");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("No entries match these filters.")).toBeVisible();
  await expectAccessible(page, "a log without results");
  await page.getByRole("link", { name: "Show the whole log" }).click();
  await expect(table.getByRole("row")).toHaveCount(26);
  await page.getByLabel("ID of the record").fill("person_ben");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(table.getByRole("row")).toHaveCount(6);
  await expect(table).not.toContainText("Signed in");

  await page.goto("/audit?from=2026-11-02&to=2026-11-01");
  await expect(page.getByRole("textbox", { name: "Last day" })).toHaveAccessibleDescription(
    /The last day is before the first day\./,
  );
  await expectAccessible(page, "a log that cannot be shown");
});

test("what is said of the log is what a check has just found", async ({ page, dashboard, watch }) => {
  const check = page.getByRole("button", { name: "Check the log" });
  await page.goto("/audit");
  await check.click();
  await expect(page.getByText(/^All \d+ entries are intact: each follows from the one before/)).toBeVisible();
  await expectPressable(page, "a log that was checked");
  await expectAccessible(page, "a log that was checked");

  const database = openDatabase(fileOf(dashboard.folder));
  const { written } = database.prepare("select actor_name as written from audit_log where seq = 7").get() as {
    written: string | null;
  };
  const rename = database.prepare("update audit_log set actor_name = ? where seq = 7");
  rename.run(["nobody@example.com"]);
  await check.click();
  await expect(page.getByText("The log was altered")).toBeVisible();
  await expect(page.getByText(/^Entry 7 was changed/)).toBeVisible();
  await expect(page.getByText(/^All \d+ entries are intact: each follows from the one before/)).toHaveCount(
    0,
  );
  await expectAccessible(page, "a log that was changed");

  watch.allowFailures(/^\/api\/audit\/verification$/);
  database.exec("alter table audit_log rename to audit_log_away");
  await check.click();
  await expect(page.getByText("Couldn’t check the log")).toBeVisible();
  await expect(page.getByText("The log was altered")).toHaveCount(0);

  database.exec("alter table audit_log_away rename to audit_log");
  rename.run([written]);
  await check.click();
  await expect(page.getByText(/^All \d+ entries are intact: each follows from the one before/)).toBeVisible();
  database.close();
});
