import { dayOf } from "#lib/text/zone-day";
import { expectAccessible } from "./support/checks/accessible";
import { pressEnter } from "./support/checks/keyboard";
import { expect, test } from "./support/dashboards/test";
import { gtbankAccount } from "./support/steps/journey";
import { payByApi } from "./support/steps/transfers";

test.use({ ownDashboard: "statements" });
const name = "Adébáyọ̀ & Daughters International Holdings, Lagos, our own main account for everything";
const accountNumber = gtbankAccount("123450987");

test("an own account's statement is brought, its exact lines are confirmed, and the rest is placed", async ({
  page,
}) => {
  const account = { bankCode: "000013", accountNumber, accountName: "ADEBAYO HOLDINGS" };
  const saved = await page.request.post("/api/payees", { data: { name, ...account } });
  const { id } = (await saved.json()) as { id: string };

  // By the keyboard from an empty list to a marked account.
  await page.goto("/");
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Statements");
  await expect(page.getByText("No own accounts yet")).toBeVisible();
  await expectAccessible(page, "statements, no own account");
  await page.goto(`/payees/${id}`);
  await pressEnter(page.getByRole("button", { name: "This account is our own…" }));
  await expectAccessible(page, "marking an own account");
  await pressEnter(page.getByRole("button", { name: "It is ours" }));
  await expect(page.getByText("Marked as your own account.")).toBeVisible();

  const amounts = ["100", "230.5", "75.25", "1250000"];
  for (const amount of amounts)
    await payByApi(page, {
      ...account,
      amount,
      reference: `INV-2026-${amount.replace(".", "")}`,
      ...{ confirmSeparate: true, confirmAmount: true, confirmName: true },
    });

  await pressEnter(page.getByRole("link", { name: "Your own account: its statements" }));
  await expect(page.getByText("No statement yet", { exact: false })).toBeVisible();
  await expectAccessible(page, "own account without a statement");
  await pressEnter(page.getByRole("link", { name: "Bring a statement" }));
  await pressEnter(page.getByRole("button", { name: "Bring the statement" }));
  await expect(page.getByText("Choose a file, or paste a table.")).toBeVisible();
  await expectAccessible(page, "bringing a statement, nothing chosen");
  await pressEnter(page.getByRole("button", { name: "Fill in a sample statement" }));
  await expect(page.getByLabel("Or paste it here")).toHaveValue(/SANDBOX statement/);
  await pressEnter(page.getByRole("button", { name: "Bring the statement" }));

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sample statement");
  await expect(page.getByText("6 new lines")).toBeVisible();
  await expect(page.getByText("It doesn’t add up", { exact: false })).toHaveCount(0);
  await expectAccessible(page, "statement, as it was read");
  await pressEnter(page.getByRole("link", { name: "Match its lines" }));

  const rows = page.getByRole("table", { name: /^Proposed matches/ }).getByRole("row");
  await expect(page.getByRole("heading", { level: 2, name: "Exact" })).toBeVisible();
  await expect(rows).toHaveCount(3);
  await expectAccessible(page, "own account, exact matches");
  await pressEnter(page.getByRole("button", { name: "Confirm 2 exact" }));
  await expect(page.getByText("2 matches confirmed")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Matched 2$/ })).toBeVisible();

  // The one that is 50.00 short.
  await pressEnter(page.getByRole("link", { name: /^Suggested 1$/ }));
  await expect(page.getByText(/^50\.00 less: stamp duty/)).toBeVisible();
  await pressEnter(page.getByRole("button", { name: "Confirm 1 suggested" }));
  await expect(page.getByRole("alert").filter({ hasText: "Say that you have checked" })).toBeVisible();
  await expectAccessible(page, "own account, suggested matches");
  await page.getByRole("button", { name: /^Match line \d+ by hand/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Payout")).not.toHaveValue("");
  await expect(dialog.getByLabel("Why 50.00 less than expected")).toHaveValue("stamp_duty");
  await expectAccessible(page, "matching a line by hand");
  await pressEnter(dialog.getByRole("button", { name: "Match" }));
  await expect(page.getByRole("status").filter({ hasText: /^Done: Matched$|Matched$/ })).toBeVisible();

  // The rent, twice on one day, stays two lines.
  await pressEnter(page.getByRole("link", { name: /^Lines without a payout 2$/ }));
  await expect(page.getByText("RENT UNIT 4")).toHaveCount(2);
  await expectAccessible(page, "own account, lines without a payout");

  await pressEnter(page.getByRole("link", { name: /^Matched 3$/ }));
  await expectAccessible(page, "own account, matched");
  await pressEnter(page.getByRole("button", { name: /^Take back line/ }).first());
  await pressEnter(dialog.getByRole("button", { name: "Take back" }));
  await expect(dialog.locator(":focus")).toHaveCount(1);
  await dialog.getByLabel("Why it is wrong").fill("It was another payout.");
  await pressEnter(dialog.getByRole("button", { name: "Take back" }));
  await expect(page.getByText("The match is taken back", { exact: false })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Matched 2$/ })).toBeVisible();

  // What arrived stands on the transfer, with who says so.
  await pressEnter(page.getByRole("link", { name: /^Matched 2$/ }));
  await expect(page.getByRole("heading", { level: 2, name: "Matched" })).toBeVisible();
  await page.getByRole("main").locator("a[href^='/transfers/']").first().click();
  await expect(page.getByText("On our own statement").first()).toBeVisible();
  await page.goto("/statements");
  await expect(page.getByRole("link", { name })).toBeVisible();
  await expectAccessible(page, "statements, one own account");
});

test("a statement whose days can be read in two ways is asked about, and one that breaks says where", async ({
  page,
  watch,
}) => {
  watch.allowFailures(/^\/api\/statements$/);
  const own = gtbankAccount("123450988");
  const account = { bankCode: "000013", accountNumber: own, accountName: "SECOND" };
  const saved = await page.request.post("/api/payees", { data: { name: "Second", ...account } });
  const { id, version } = (await saved.json()) as { id: string; version: number };
  const marked = await page.request.post(`/api/payees/${id}/own-account`, {
    data: { version: `${version}`, isOwn: true },
  });
  expect(marked.status()).toBe(200);
  await page.goto(`/payees/${id}`);
  await page.getByRole("link", { name: "Your own account: its statements" }).click();
  await page.getByRole("link", { name: "Bring a statement" }).click();
  const text = [
    "Trans. Date,Narration,Credit,Balance",
    "03/04/2026,SALES,100.00,100.00",
    "04/04/2026,SALES AGAIN,100.00,250.00",
    "what is this,OTHER,x,",
  ].join("\n");
  await page.getByLabel("Or paste it here").fill(text);
  await page.getByLabel("Name of the statement").fill("April");
  await pressEnter(page.getByRole("button", { name: "Bring the statement" }));
  await expect(page.getByRole("heading", { name: "Which number is the month?" })).toBeVisible();
  await expect(page.getByRole("radio").first()).toBeFocused();
  await expectAccessible(page, "a statement whose days are asked about");
  await page.getByRole("radio", { name: "The day comes first" }).check();
  await pressEnter(page.getByRole("button", { name: "Read the statement" }));
  await expect(page.getByRole("heading", { name: /^It doesn’t add up/ })).toBeVisible();
  await expect(page.getByText(/50\.00 NGN paid in is missing/)).toBeVisible();
  await expectAccessible(page, "a statement that doesn't add up");
  await pressEnter(page.getByRole("button", { name: "Take this statement out…" }));
  await pressEnter(page.getByRole("button", { name: "Take it out" }));
  await expect(page.getByText("Taken out")).toBeVisible();
});

test("what payees said of many transfers is recorded from a table, and a row that can't be says why", async ({
  page,
}) => {
  const paid = await payByApi(page, { reference: "INV-2026-SAID" });
  await page.goto("/statements");
  await pressEnter(page.getByRole("link", { name: "Record what payees said" }));
  const check = page.getByRole("button", { name: "Check the rows" });
  await pressEnter(check);
  await expect(page.getByText("Choose a file, or paste a table.")).toBeVisible();
  await expectAccessible(page, "what payees said, nothing chosen");
  const day = dayOf(Date.now(), "Africa/Lagos");
  const text = [
    "Reference,Amount received,Date,Told by,Department",
    `INV-2026-SAID,"1,000.50",${day},"Ngozi Okonjo, by phone",Sales`,
    `INV-2026-NONE,5.00,${day},Obi,Sales`,
  ].join("\n");
  await page.getByLabel("Or paste it here").fill(text);
  await pressEnter(check);
  await expect(
    page.getByRole("status").filter({ hasText: "1 row ready, 1 can’t be recorded" }),
  ).toBeVisible();
  await expect(page.getByText("No transfer has this ID or reference.")).toBeVisible();
  await expect(page.getByText("Columns that aren’t used: “Department”.")).toBeVisible();
  await expectAccessible(page, "what payees said, checked");
  await pressEnter(page.getByRole("button", { name: "Record 1 row" }));
  await expect(
    page.getByRole("status").filter({ hasText: "1 row recorded, 1 can’t be recorded" }),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: /^Record/ })).toHaveCount(0);
  await page.goto(`/transfers/${paid.id}`);
  await expect(page.getByText("Confirmed by the payee").first()).toBeVisible();
  await expect(page.getByText("1,000.50", { exact: false }).first()).toBeVisible();
});
