import { answer } from "#lib/testing/service/faulty-service";
import { expectAccessible } from "./support/checks/accessible";
import { openUntil } from "./support/checks/open-until";
import { takePicture } from "./support/checks/pictures";
import { expect, test } from "./support/dashboards/faulty-test";
import { createButton, createdTransfer, detailsOf, fillDetails, openCheck } from "./support/steps/journey";
import { reporter } from "./support/steps/transfers";

test.use({ ownDashboard: "odd-quotes" });

const quoted = (rate: string, output: string) =>
  answer(200, `{"success":true,"quote":{"rate":${rate},"output_amount":${output},"fee":6.25}}`);
const hundredfold = quoted("1538.42", "191417909");
const arithmetic = /1,250\.50 USDC × 1,538\.42 is 1,923,794\.21 NGN\. The service says 191,417,909\.00 NGN/;
const tickName = "Yes, create the transfer with this quote";

test("a quote a hundred times too much says so on the quote page, the form and the check, and needs a tick", async ({
  page,
  service,
}) => {
  const before = service.callsOf("initiate").length;
  service.behave("quote", hundredfold);
  await page.goto("/transfers/new");
  await page.getByLabel("You send").fill("1250.50");
  const notice = page.getByRole("status").filter({ hasText: "This quote doesn’t add up" });
  await expect(notice).toContainText(arithmetic);
  await expectAccessible(page, "an odd quote");
  await takePicture(page, "an odd quote");
  await page.goto("/transfers/new");
  await fillDetails(page, detailsOf());
  await expect(notice).toContainText(arithmetic);
  await expect(notice.getByRole("checkbox")).toHaveCount(0);
  await takePicture(page, "the form with an odd quote");
  await page.getByRole("button", { name: "Check the transfer" }).click();
  await expect(page.getByRole("region", { name: "Before you create it" })).toContainText(arithmetic);
  await createButton(page).click();
  const tick = page.getByRole("checkbox", { name: tickName });
  await expect(tick).toBeFocused();
  await expect(tick).toHaveAccessibleDescription(/Nothing was created/);
  await expectAccessible(page, "the check of an odd quote");
  await takePicture(page, "the check of an odd quote");
  expect(service.callsOf("initiate").length).toBe(before);
  await tick.check();
  await createButton(page).click();
  expect((await createdTransfer(page)).quote?.outputAmount).toBe("191417909");
  expect(service.callsOf("initiate").length - before).toBe(1);
});

test("a quote that becomes odd at the last moment is shown, and asked about", async ({
  page,
  service,
  watch,
}) => {
  watch.allowFailures(/^\/api\/transfers$/);
  const before = service.callsOf("initiate").length;
  await openCheck(page, detailsOf());
  // The same output with a rate that does not give it.
  service.behave("quote", quoted("1600", "1913409.88"));
  await createButton(page).click();
  const tick = page.getByRole("checkbox", { name: tickName });
  await expect(tick).toBeFocused();
  await expect(page.getByText(/is 2,000,800\.00 NGN\. The service says 1,913,409\.88 NGN/)).toBeVisible();
  await expect(page.getByText(/Nothing was created/).first()).toBeVisible();
  expect(service.callsOf("initiate").length).toBe(before);
  await page.keyboard.press("Space");
  await createButton(page).click();
  expect((await createdTransfer(page)).status).toBe("accepted");
});

test("a quote that rose meanwhile shows both amounts, and the advice prints what was accepted", async ({
  page,
  service,
  watch,
}) => {
  watch.allowFailures(/^\/api\/transfers$/);
  const before = service.callsOf("initiate").length;
  await openCheck(page, detailsOf());
  service.behave("quote", quoted("1562.34", "1943170.38"));
  await createButton(page).click();
  const notice = page.getByRole("status").filter({ hasText: "The estimate has changed" });
  await expect(notice).toContainText("more than the amount that was accepted");
  await expect(notice).toContainText("+1.56 %");
  expect(service.callsOf("initiate").length).toBe(before);
  // Less than what is asked about: it is taken, and the advice has both.
  service.behave("quote", quoted("1570.15", "1952886.92"));
  await notice.getByRole("button", { name: /^Accept 1,943,170\.38 NGN/ }).click();
  const { id, acceptedOutput, quote } = await createdTransfer(page);
  expect([acceptedOutput, quote?.outputAmount]).toEqual(["1943170.38", "1952886.92"]);
  await reporter(page, service)({ status: "completed" });
  await openUntil(page, `/transfers/${id}`, page.getByRole("region", { name: "Payment advice" }));
  const advice = page.getByRole("region", { name: "Payment advice" });
  await expect(advice).toContainText("1,943,170.38 NGN");
  await expect(advice).toContainText("As accepted. The quote at creation was 1,952,886.92 NGN.");
  await takePicture(page, "an advice of another quote");
});
