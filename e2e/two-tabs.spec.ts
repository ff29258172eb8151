import type { Page } from "@playwright/test";
import { expect, test } from "./support/dashboards/test";
import { createButton, createdTransfer, detailsOf, fillDetails, goToCheck } from "./support/steps/journey";

test.use({ ownDashboard: "two-tabs" });

const xavier = detailsOf({ amount: "100", accountName: "Xavier Ade" });
const yusuf = detailsOf({ amount: "900", accountName: "Yusuf Bala" });

async function openForm(page: Page, details: typeof xavier, address = "/transfers/new") {
  await page.goto(address);
  await fillDetails(page, details);
}

/** The server has it: a reload would find it. */
async function waitUntilKept(page: Page, { accountName }: typeof xavier) {
  await page.waitForResponse(
    (answer) =>
      answer.request().method() === "PUT" &&
      `${answer.request().postData()}`.includes(accountName) &&
      answer.ok(),
  );
}

test("each tab keeps its own form over a reload, and pays whom it showed", { tag: "@detail" }, async ({
  page,
  context,
}) => {
  await openForm(page, xavier);
  const isKept = waitUntilKept(page, xavier);
  await goToCheck(page);
  await isKept;
  const other = await context.newPage();
  const isOtherKept = waitUntilKept(other, yusuf);
  await openForm(other, yusuf);
  await isOtherKept;
  expect(new URL(other.url()).searchParams.get("form")).not.toBe(
    new URL(page.url()).searchParams.get("form"),
  );

  await page.reload();
  await expect(createButton(page)).toBeEnabled();
  await expect(page.getByText(xavier.accountName).first()).toBeVisible();
  await expect(page.getByText(yusuf.accountName)).toHaveCount(0);
  await other.reload();
  await expect(other.getByLabel("Account name")).toHaveValue(yusuf.accountName);
  await createButton(page).click();
  expect(await createdTransfer(page)).toMatchObject({ accountName: xavier.accountName, amount: "100" });
  // What the other tab holds is not touched by that.
  await other.reload();
  await expect(other.getByLabel("Account name")).toHaveValue(yusuf.accountName);
  await goToCheck(other);
  await createButton(other).click();
  expect(await createdTransfer(other)).toMatchObject({ accountName: yusuf.accountName, amount: "900" });
});

test("a copied address shares a form: a reload leads to the details and says that they were changed", async ({
  page,
  context,
}) => {
  const [one, two] = [
    { ...xavier, accountNumber: "1234567803" },
    { ...yusuf, accountNumber: "1234567804" },
  ];
  await openForm(page, one);
  const isKept = waitUntilKept(page, one);
  await goToCheck(page);
  await isKept;
  await expect.poll(() => new URL(page.url()).searchParams.get("key")).not.toBeNull();
  const copy = await context.newPage();
  await copy.goto(page.url());
  // It has checked nothing itself.
  await expect(copy.getByRole("heading", { name: "These aren’t the details you checked" })).toBeVisible();
  const isChanged = waitUntilKept(copy, two);
  await fillDetails(copy, two);
  await goToCheck(copy);
  await isChanged;
  await page.reload();
  await expect(page.getByRole("heading", { name: "These aren’t the details you checked" })).toBeVisible();
  await expect(createButton(page)).toHaveCount(0);
  // Forward is no way around it.
  await page.goBack();
  await page.goForward();
  await expect(createButton(page)).toHaveCount(0);
});

test("the server refuses what the check didn’t show", async ({ page, watch }) => {
  watch.allowFailures(/^\/api\/transfers$/);
  const details = { ...xavier, accountNumber: "1234567810" };
  await openForm(page, details);
  await goToCheck(page);
  await page.route("**/api/transfers", (route) => {
    const body = route.request().postDataJSON() as object;
    void route.continue({ postData: { ...body, accountNumber: "1234567806" } });
  });
  await createButton(page).click();
  await expect(page.getByText("The details differ from the ones you checked")).toBeVisible();
  await page.unroute("**/api/transfers");
  await createButton(page).click();
  expect((await createdTransfer(page)).accountNumber).toBe(details.accountNumber);
});
