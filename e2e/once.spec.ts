import { answer, type FaultyService, goodAddress } from "#lib/testing/service/faulty-service";
import { expectAccessible } from "./support/checks/accessible";
import { expect, test } from "./support/dashboards/faulty-test";
import {
  createButton,
  createdTransfer,
  detailsOf,
  fillDetails,
  goToCheck,
  openCheck,
} from "./support/steps/journey";

const accountOf = ({ body }: FaultyService["calls"][number]) =>
  (JSON.parse(body) as { accountNumber: string }).accountNumber;

/** Holds a good answer back until it is told to come, so that there is a while to be impatient in. */
function holdAnswer(service: FaultyService): () => void {
  const good = answer(200, `{"success":true,"address":"${goodAddress}","transactionId":"txn_slow"}`);
  let tell = () => {};
  const isTold = new Promise<void>((resolve) => {
    tell = resolve;
  });
  service.behave("initiate", (...call) => void isTold.then(() => good(...call)));
  return tell;
}

test("a double click creates one transfer", async ({ page, service }) => {
  const answerIt = holdAnswer(service);
  const details = detailsOf();
  await openCheck(page, details);
  await createButton(page).dblclick();
  answerIt();
  await createdTransfer(page);
  expect(service.callsOf("initiate").map(accountOf).filter(isOf(details))).toHaveLength(1);
});

test("Enter and a click create one transfer", async ({ page, service }) => {
  const answerIt = holdAnswer(service);
  const details = detailsOf();
  await openCheck(page, details);
  await createButton(page).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await createButton(page)
    .click({ force: true, timeout: 300 })
    .catch(() => undefined);
  answerIt();
  await createdTransfer(page);
  expect(service.callsOf("initiate").map(accountOf).filter(isOf(details))).toHaveLength(1);
});

test("two clicks before the page has drawn the first create one transfer", async ({ page, service }) => {
  const details = detailsOf();
  await openCheck(page, details);
  await createButton(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
    button.click();
  });
  await createdTransfer(page);
  expect(service.callsOf("initiate").map(accountOf).filter(isOf(details))).toHaveLength(1);
});

test("a reload during the submission is asked about first, and creates one transfer", async ({
  page,
  service,
}) => {
  const answerIt = holdAnswer(service);
  const details = detailsOf();
  await openCheck(page, details);
  const asked = page.waitForEvent("dialog");
  await createButton(page).click();
  await expect(page.getByRole("button", { name: "Creating the transfer" })).toBeDisabled();
  const reloading = page.reload();
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.accept();
  await reloading;
  answerIt();
  // The form is empty again; the transfer stands in the list, once.
  await page.goto("/transfers");
  await expect(page.getByRole("table").getByRole("link").first()).toBeVisible();
  await expect.poll(() => service.callsOf("initiate").map(accountOf).filter(isOf(details)).length).toBe(1);
  await page.goto("/transfers");
  await page.getByRole("table").getByRole("link").first().click();
  // The service gives one address to all: what is wrong leads the page, and the details are folded.
  await page.locator("summary", { hasText: "Details" }).click();
  await expect(page.getByText(details.accountNumber)).toBeVisible();
});

test("Back while the transfer is being created leads to it once it is there", async ({ page, service }) => {
  const answerIt = holdAnswer(service);
  const details = detailsOf();
  await openCheck(page, details);
  await createButton(page).click();
  await expect(page.getByRole("button", { name: "Creating the transfer" })).toBeDisabled();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "New transfer" })).toBeVisible();
  answerIt();
  const created = await createdTransfer(page);
  expect(created.accountNumber).toBe(details.accountNumber);
  expect(service.callsOf("initiate").map(accountOf).filter(isOf(details))).toHaveLength(1);
  await page.goto("/transfers/new");
  await expect(page.getByLabel("Account number")).toHaveValue("");
});

test("Back after a creation and the same again is asked about, and creates nothing by itself", async ({
  page,
  service,
  watch,
}) => {
  watch.allowFailures(/^\/api\/transfers$/);
  const details = { ...detailsOf(), reference: "INV-2041" };
  await openCheck(page, details);
  await createButton(page).click();
  const first = await createdTransfer(page);
  expect(first.reference).toBe("INV-2041");
  await page.goBack();
  await expect(page).toHaveURL(/\/transfers\/new/);
  await expect(page.getByRole("heading", { name: "You created this transfer" })).toBeVisible();
  await expect(page.getByLabel("Account number")).toHaveValue("");
  await expectAccessible(page, "Back after a creation");
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/created.png`, fullPage: true });
  await expect(page.getByRole("link", { name: "Open that transfer" })).toHaveAttribute(
    "href",
    `/transfers/${first.id}`,
  );
  await page.goForward();
  await expect(page).toHaveURL(new RegExp(`/transfers/${first.id}$`));
  expect(service.callsOf("initiate").map(accountOf).filter(isOf(details))).toHaveLength(1);

  await openCheck(page, details);
  // Said before the click, with who did; the button then leads to the question and creates nothing.
  await expect(page.getByText("You may have created this transfer already")).toBeVisible();
  await expect(
    page.getByText(/You created a transfer of 1,250.50 USDC to this account/).first(),
  ).toBeVisible();
  await createButton(page).click();
  const separate = page.getByRole("checkbox", { name: "No, this is a second transfer" });
  await expect(separate).toBeFocused();
  await expect(separate).toHaveAccessibleDescription(/Tick this to create a second transfer/);
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/twin.png`, fullPage: true });
  await separate.check();
  await createButton(page).click();
  const used = page.getByRole("checkbox", { name: "Yes, use the reference again" });
  await expect(used).toBeFocused();
  await expect(used).toHaveAccessibleDescription(/Tick this to use the reference again/);
  expect(service.callsOf("initiate").map(accountOf).filter(isOf(details))).toHaveLength(1);
  await page.getByRole("link", { name: "Open that transfer" }).first().click();
  await expect(page).toHaveURL(new RegExp(`/transfers/${first.id}$`));
});

test("Back after paying again is no press away from a second payout", async ({ page, service }) => {
  const details = detailsOf();
  await openCheck(page, details);
  await createButton(page).click();
  const first = await createdTransfer(page);
  await page.goto(`/transfers/new?again=${first.id}`);
  await expect(page.getByLabel("Account number")).not.toHaveValue("");
  await page.getByLabel("You send").fill("7.25");
  await goToCheck(page);
  await createButton(page).click();
  await page.waitForURL((url) => url.pathname !== "/transfers/new" && !url.pathname.endsWith(first.id));
  const second = await createdTransfer(page);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "You created this transfer" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Open that transfer" })).toHaveAttribute(
    "href",
    `/transfers/${second.id}`,
  );
  await expect(createButton(page)).toHaveCount(0);
  await expect(page.getByLabel("Account number")).toHaveValue("");
  expect(service.callsOf("initiate").map(accountOf).filter(isOf(details))).toHaveLength(2);
});

test("a second tab with the same transfer is asked whether it is a separate one", async ({
  page,
  context,
  service,
  watch,
}) => {
  watch.allowFailures(/^\/api\/transfers$/);
  const details = detailsOf();
  const other = await context.newPage();
  await openCheck(page, details);
  await openCheck(other, details);
  await Promise.all([createButton(page).click(), createButton(other).click()]);
  const isCreated = (tab: typeof page) => /\/transfers\/[0-9a-f-]{36}$/.test(tab.url());
  await expect.poll(() => [page, other].filter(isCreated).length).toBe(1);
  const late = isCreated(page) ? other : page;
  await expect(late.getByText("You may have created this transfer already")).toBeVisible();
  expect(service.callsOf("initiate").map(accountOf).filter(isOf(details))).toHaveLength(1);

  // A person who says so gets the second one, and only the second one.
  await late.getByRole("checkbox", { name: "No, this is a second transfer" }).check();
  await createButton(late).click();
  await createdTransfer(late);
  expect(service.callsOf("initiate").map(accountOf).filter(isOf(details))).toHaveLength(2);
});

test("Back from the check keeps what was typed, and the check still creates one transfer", async ({
  page,
  service,
}) => {
  const details = detailsOf();
  await page.goto("/transfers/new");
  await fillDetails(page, details);
  await goToCheck(page);
  await page.goBack();
  await expect(page.getByLabel("Account name")).toHaveValue(details.accountName);
  await expect(page.getByRole("combobox", { name: "Bank", exact: true })).toContainText("GTBank");
  await page.getByLabel("You send").fill("1300");
  await goToCheck(page);
  // A reload at the check, and one of the form: the server kept it, and the browser's own storage has nothing.
  const key = () => new URL(page.url()).searchParams.get("key");
  await expect.poll(key).not.toBeNull();
  const before = key();
  await page.reload();
  await expect(createButton(page)).toBeEnabled();
  await expect(page.getByText("1,300.00 USDC").first()).toBeVisible();
  expect(key()).toBe(before);
  await page.goto("/transfers/new");
  await expect(page.getByRole("heading", { name: "We kept what you typed" })).toBeVisible();
  await expect(page.getByLabel("You send")).toHaveValue("1,300");
  await expect(page.getByLabel("Account number")).toHaveValue(
    details.accountNumber.replace(/^(.{4})(.{3})/, "$1 $2 "),
  );
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  ).not.toContain(details.accountNumber);
  await expectAccessible(page, "a draft");
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/draft.png`, fullPage: true });
  await page.getByRole("button", { name: "Start empty" }).click();
  await expect(page.getByRole("heading", { name: "We kept what you typed" })).toHaveCount(0);
  await expect(page.getByLabel("Account number")).toHaveValue("");
  await page.reload();
  await expect(page.getByLabel("You send")).toHaveValue("");
  await fillDetails(page, details);
  await goToCheck(page);
  await createButton(page).click();
  expect((await createdTransfer(page)).accountNumber).toBe(details.accountNumber);
  expect(service.callsOf("initiate").map(accountOf).filter(isOf(details))).toHaveLength(1);
});

test("when the answer of the dashboard is lost, the same button gets the same transfer", async ({
  page,
  service,
  watch,
}) => {
  watch.allowFailures(/^\/api\/transfers$/);
  const details = detailsOf();
  await openCheck(page, details);
  await page.route("**/api/transfers", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
    await page.unroute("**/api/transfers");
  });
  await createButton(page).click();
  await expect(page.getByText("We don’t know yet whether it was created")).toBeVisible();
  await createButton(page).click();
  await createdTransfer(page);
  expect(service.callsOf("initiate").map(accountOf).filter(isOf(details))).toHaveLength(1);
});

function isOf({ accountNumber }: { accountNumber: string }) {
  return (account: string) => account === accountNumber;
}
