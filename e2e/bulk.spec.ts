import { nubanCheckDigit } from "#lib/bank/nuban";
import type { Batch, BatchList } from "#lib/features/bulk/batches/batch-answers";
import { expectAccessible } from "./support/checks/accessible";
import { pressEnter, tabTo } from "./support/checks/keyboard";
import { expect, test } from "./support/dashboards/test";

// Its transfers and batches are in no other file's list.
test.use({ ownDashboard: "bulk" });

/** An account whose check digit is GTBank's. */
function account(serial: number): string {
  const nine = `${serial}`.padStart(9, "0");
  return `${nine}${nubanCheckDigit("058", nine)}`;
}

const header = ["Name", "Bank", "Account number", "Amount", "Token", "Reference", "Department"];
const gtb = "Guaranty Trust Bank (GTBank)";

test("48 sample salaries go from the paste to reported paid", { tag: "@detail" }, async ({ page }) => {
  await page.goto("/");
  await page.keyboard.press("g");
  await page.keyboard.press("u");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bulk payouts");
  await expect(page.getByText("No batches yet")).toBeVisible();
  await expectAccessible(page, "batches, none");
  await tabTo(page, page.getByRole("link", { name: "New batch" }), 60);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("New batch");
  const check = page.getByRole("button", { name: "Check the rows" });
  await pressEnter(check);
  await expect(page.getByText("Choose a file, or paste a table.")).toBeVisible();
  await expectAccessible(page, "new batch, nothing chosen");
  await pressEnter(page.getByRole("button", { name: "Fill in 48 sample salaries" }));
  await expect(page.getByLabel("Or paste it here")).toHaveValue(/SALARY-001/);
  await pressEnter(check);

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sample salaries");
  await expect(page.getByText(/^Added .* 48 rows · nothing is created yet$/)).toBeVisible();
  await expectAccessible(page, "batch, as it was brought");
  // One answer above is all that each row needs: no row says more than that, and nobody is led to leave all of them out.
  await expect(page.getByText("Waits for your answer above: the token").first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Leave out \d+ rows to fix$/ })).toBeHidden();
  await pressEnter(page.getByRole("button", { name: "USDC on Base" }));
  await expect(page.getByRole("heading", { name: "Some rows name no token" })).toBeHidden();
  // The button is gone, and the focus is where the next question stands.
  const focused = page.locator(":focus");
  await expect(focused).toContainText("1 account number has lost a leading zero");
  await pressEnter(page.getByRole("button", { name: "Put the zeros back on 1 row" }));
  await expect(page.getByRole("heading", { name: "The leading zeros are put back" })).toBeVisible();
  await pressEnter(page.getByRole("button", { name: /^Confirm all \d+ shown$/ }));
  await expect(page.getByRole("heading", { name: "1 bank to confirm" })).toBeVisible();
  await expect(focused).toContainText("1 bank to confirm");
  await expect(page.getByRole("status").filter({ hasText: "1 row to fix, 2 to confirm" })).toBeAttached();
  await expectAccessible(page, "batch, rows to fix and to confirm");

  const agree = page.getByRole("button", { name: /^Agree on \d+ rows$/ });
  await pressEnter(agree);
  const faulty = page.getByRole("button", { name: /^Edit line 43,/ });
  await expect(faulty).toBeFocused();
  const leave = page.getByRole("button", { name: "Leave out line 43" });
  await tabTo(page, leave);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Take back line 43" })).toBeFocused();
  for (const line of [9, 33]) {
    const tick = page.getByRole("checkbox", { name: `Both are meant, line ${line}` });
    await tick.focus();
    await page.keyboard.press("Space");
    await expect(tick).toBeChecked();
    await expect(tick).toBeFocused();
  }
  await expect(page.getByText("Nothing is created yet: you press once more for that.")).toBeVisible();
  await pressEnter(agree);
  const dialog = page.getByRole("dialog", { name: "Agree on 47 rows?" });
  await expect(dialog.getByText(/^1 USDC = /)).toBeVisible();
  await expectAccessible(page, "batch, agreeing");
  await pressEnter(dialog.getByRole("button", { name: "Agree on 47 rows" }));

  const create = page.getByRole("button", { name: "Create 47 transfers" });
  await expect(page.getByRole("heading", { name: "0 of 47 created" })).toBeVisible();
  await expect(focused).toHaveText("Sample salaries");
  await expectAccessible(page, "batch, agreed");
  await pressEnter(create);
  await expect(page.getByRole("heading", { name: "47 of 47 created" })).toBeVisible();
  await expect(focused).toContainText("47 of 47 created");
  // Before the sandbox’s deposits arrive.
  const file = page.waitForEvent("download");
  await pressEnter(page.getByRole("button", { name: "Plain CSV" }));
  await file;
  await expect(page.getByRole("heading", { name: "File 1: compare with the wallet’s screen" })).toBeVisible();
  await expect(page.getByText(/ of \d+ deposits seen$/)).toBeVisible();
  await expectAccessible(page, "batch, a funding file made");
  const result = page.waitForEvent("download");
  await pressEnter(page.getByRole("button", { name: "Result, CSV" }));
  expect((await result).suggestedFilename()).toMatch(/\.csv$/);

  await pressEnter(page.getByRole("link", { name: "See its transfers" }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Transfers");
  await expect(page.getByRole("link", { name: "Batch: Sample salaries, clear this filter" })).toBeVisible();
  await expectAccessible(page, "transfers of a batch");
  await page.goBack();

  await page.getByRole("link", { name: "Adaeze Nwankwo" }).click();
  await pressEnter(page.getByRole("link", { name: "Sample salaries" }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sample salaries");
  // The sandbox pays each by itself.
  await expect(page.getByRole("heading", { name: "47 of 47 reported paid" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: /^47 of 47 reported paid$/ })).toBeAttached();
  await expect(page.locator("header").getByText("Paid", { exact: true })).toBeVisible();
  await expectAccessible(page, "batch, all paid");
  // Drawn by the server, the bar is as long as it was.
  const bar = page.getByRole("region", { name: /reported paid$/ }).locator("svg rect");
  const drawn = await bar.first().evaluate((rect) => rect.getBoundingClientRect().width);
  await page.reload();
  await expect(page.getByRole("heading", { name: "47 of 47 reported paid" })).toBeVisible();
  expect(drawn).toBeGreaterThan(300);
  expect(await bar.first().evaluate((rect) => rect.getBoundingClientRect().width)).toBe(drawn);
  await page.getByRole("link", { name: "Back to the batches" }).click();
  await expect(page.getByText("47 of 47 reported paid, 1 left out")).toBeVisible();
  await expectAccessible(page, "batches, one paid");
});

const rows = [
  ["Acme Foods Ltd, November"],
  [],
  header,
  ["Hauwa Bello Sanusi", gtb, account(101), "212", "USDC", "NOV-01", "Kitchen"],
  ["Ikenna Obiora", gtb, "1.18E+09", "450", "USDC", "NOV-02", ""],
  ["Zainab Lawal Idris", gtb, account(103), "1 250,5O", "USDC", "NOV-03", ""],
  [`${"Ọlábísí Ògúnbíyí-Nwachukwu ".repeat(3)}`, gtb, account(104), "", "USDC", "NOV-04", ""],
  ["Adaeze Okonkwo", "Fidelity bnk plc", account(105), "1000000000.25", "USDC", "NOV-05", ""],
  ["", "", "", "2012", "", "", ""],
];
const asText = rows.map((row) => row.join("\t")).join("\n");

test("faults are corrected in their places, by the keyboard", async ({ page, watch }) => {
  watch.allowFailures(/^\/api\/batches\/[0-9a-f-]+/);
  await page.goto("/bulk/new");
  await page.getByLabel("Name of the batch").fill("November payroll");
  await page.getByLabel("Or paste it here").fill(asText);
  await page.getByLabel("Token for rows without one").selectOption({ label: "USDC on Base" });
  await page.getByRole("button", { name: "Check the rows" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("November payroll");
  await expect(page.getByText("Columns that aren’t used: “Department”.")).toBeVisible();
  await expect(page.getByText("1 line above the table left out")).toBeVisible();
  await expectAccessible(page, "batch with faults");
  await page.getByRole("button", { name: /^Leave out \d rows to fix$/ }).click();
  await expect(page.getByRole("status").filter({ hasText: /^1 row ready, \d left out$/ })).toBeAttached();
  const back = page.getByRole("button", { name: /^Take \d rows back$/ });
  await expect(back).toBeFocused();
  await back.click();

  const number = page.getByLabel("Account of line 5");
  await number.focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("12");
  await page.keyboard.press("Escape");
  await expect(number).toHaveValue("1.18E+09");
  await page.keyboard.press("Control+A");
  await page.keyboard.type(account(102));
  await page.keyboard.press("Enter");
  const second = page.getByRole("button", { name: "Edit line 5, Ikenna Obiora" });
  await expect(second).toBeFocused();
  await expect(page.getByText("In the file: “1.18E+09”")).toBeVisible();

  await page.keyboard.press("ArrowDown");
  const third = page.getByRole("button", { name: "Edit line 6, Zainab Lawal Idris" });
  await expect(third).toBeFocused();
  await page.keyboard.press("e");
  const form = page.getByRole("form", { name: "Line 6" });
  await expect(form.getByLabel("Amount (one of the two)")).toBeFocused();
  await expectAccessible(page, "batch, a row is open");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("1250.50");

  // Somebody else has changed it meanwhile: what is typed stays.
  const { items } = (await (await page.request.get("/api/batches")).json()) as BatchList;
  const id = items.find(({ name }) => name === "November payroll")?.id ?? "";
  const { seen } = (await (await page.request.get(`/api/batches/${id}`)).json()) as Batch;
  const other = await page.request.patch(`/api/batches/${id}/rows/7`, {
    data: { seen: `${seen}`, fields: { amount: "20" } },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(other.status()).toBe(200);
  await page.keyboard.press("Enter");
  await expect(form.getByText(/What you typed is still here\.$/)).toBeVisible();
  await expect(form.getByLabel("Amount (one of the two)")).toHaveValue("1250.50");
  await form.getByLabel("Amount (one of the two)").press("Enter");
  await expect(third).toBeFocused();
  await expect(form).toBeHidden();

  await page.getByRole("button", { name: "Leave out line 9" }).click();
  await page.getByRole("button", { name: "Leave out line 8" }).click();
  await expect(page.getByRole("button", { name: "Agree on 4 rows" })).toBeVisible();
  await page.getByRole("button", { name: "Left out", exact: true }).click();
  await expect(page.getByRole("button", { name: "Take back line 9" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit line 4, Hauwa Bello Sanusi" })).toBeHidden();

  await page.goto("/bulk/new");
  await page.getByLabel("Name of the batch").fill("November payroll, again");
  await page.getByLabel("Or paste it here").fill(asText);
  await page.getByLabel("Token for rows without one").selectOption({ label: "USDC on Base" });
  await page.getByRole("button", { name: "Check the rows" }).click();
  await expect(page.getByRole("heading", { name: "These rows are an earlier batch" })).toBeVisible();
  await pressEnter(page.getByRole("button", { name: /^Agree on/ }));
  await expect(page.getByRole("checkbox", { name: "Pay these rows again" })).toBeFocused();
  await expectAccessible(page, "batch that was brought before");
  await page.getByRole("button", { name: "Discard the batch" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard the batch" }).click();
  await expect(page.getByRole("heading", { name: "This batch was discarded" })).toBeVisible();
});

test("repeats are confirmed at once only after each was on the page, and taken back", async ({ page }) => {
  const pairs = Array.from({ length: 26 }, (_, at) => ["Ngozi Eze", gtb, account(500 + at), `${at + 1}`]);
  const table = [header.slice(0, 4), ...pairs, ...pairs].map((row) => row.join("\t")).join("\n");
  await page.goto("/bulk/new");
  await page.getByLabel("Name of the batch").fill("Twice each");
  await page.getByLabel("Or paste it here").fill(table);
  await page.getByLabel("Token for rows without one").selectOption({ label: "USDC on Base" });
  await page.getByRole("button", { name: "Check the rows" }).click();
  await expect(page.getByText("Rows 1 to 50 of 52")).toBeVisible();
  const all = page.getByRole("button", { name: "Confirm all 52 repeats" });
  await expect(page.getByText(/^Look at every row to confirm/)).toBeVisible();
  await expect(all).toHaveCount(0);
  await expectAccessible(page, "batch, repeats not all shown");
  await pressEnter(page.getByRole("button", { name: "Next" }));
  await pressEnter(all);
  const counts = page.getByRole("status");
  await expect(counts.filter({ hasText: /^52 rows ready$/ })).toBeAttached();
  const back = page.getByRole("button", { name: "Take 52 confirmations back" });
  await expect(back).toBeFocused();
  await expectAccessible(page, "batch, repeats confirmed");
  await pressEnter(back);
  await expect(counts.filter({ hasText: /^52 rows to confirm$/ })).toBeAttached();
});
