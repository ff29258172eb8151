import { formatFiat } from "#lib/money/format";
import { expectAccessible } from "./support/checks/accessible";
import { expect, test } from "./support/dashboards/test";
import { readTransfer } from "./support/steps/journey";
import { payByApi } from "./support/steps/transfers";

test("what the service says that it paid out leads, is no receipt, and is told where it is far from the quote", {
  tag: "@detail",
}, async ({ page }) => {
  const less = await payByApi(page, { accountName: "SANDBOX PAYS LESS Adaeze" });
  const { paidOut, quote } = await readTransfer(page, less.id);
  if (paidOut === null || quote === null) throw new Error("The sandbox named no sum.");
  await page.goto(`/transfers/${less.id}`);
  const card = page.getByRole("region", { name: "Reported paid" });
  await expect(card).toContainText(
    `${formatFiat(paidOut.amount)} NGN` +
      `The service says that it paid this out. The quote at creation was ${formatFiat(quote.outputAmount)} NGN.`,
  );
  const received = page.getByRole("region", { name: "Received" });
  await expect(received).toContainText("Did SANDBOX PAYS LESS Adaeze get it?");
  await expectAccessible(page, "paid, less than quoted");
  await received.getByRole("button", { name: "Record what arrived" }).click();
  await received.getByLabel(/^Amount that arrived/).fill(quote.outputAmount);
  await expect(received.getByLabel(/^Why .* more than the service says that it paid out$/)).toHaveValue("");
  await received.getByLabel(/^Day/).fill("today");
  await received.getByLabel("Who told you, and how").fill("Adaeze, by phone");
  await received.getByRole("button", { name: "Record what arrived" }).last().click();
  // Both stand, side by side, and a person is asked.
  await expect(page.getByRole("heading", { name: "Another amount than expected" })).toBeVisible();
  await expect(received).toContainText("Confirmed by the payee");
  await expect(received).toContainText(`Paid out, says the service${formatFiat(paidOut.amount)} NGN`);
  await expectAccessible(page, "two sources differ");

  const half = await payByApi(page, { accountName: "SANDBOX PAYS HALF" });
  const said = (await readTransfer(page, half.id)).paidOut;
  if (said === null) throw new Error("The sandbox named no sum.");
  await page.goto(`/transfers/${half.id}`);
  await expect(
    page.getByRole("heading", {
      name: `The service says that it paid ${formatFiat(said.amount)} NGN`,
    }),
  ).toBeVisible();
  await expectAccessible(page, "half was paid out");
  await page.goto("/attention");
  await expect(page.getByText("Another amount than expected").first()).toBeVisible();
});
