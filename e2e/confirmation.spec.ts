import { expectAccessible } from "./support/checks/accessible";
import { expect, test } from "./support/dashboards/faulty-test";
import { readTransfer } from "./support/steps/journey";
import { ageConfirmations, owner } from "./support/steps/people";
import { createUnknown } from "./support/steps/transfers";

test("an unknown outcome is resolved after the person has confirmed that it is them, once", async ({
  page,
  service,
  dashboard,
  watch,
}) => {
  watch.allowFailures(/^\/api\/transfers\/[^/]+\/resolution$/);
  const { id } = await createUnknown(page, service);
  await page.goto(`/transfers/${id}`);
  ageConfirmations(dashboard);
  await page.getByRole("radio", { name: "The service has no such transfer" }).check();
  await page.getByLabel("How you know").fill("Support looked and found nothing.");
  await page.getByRole("button", { name: "Check and close" }).click();
  const act = page.getByRole("button", { name: "Close as not created" });
  await act.click();
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect(dialog.getByLabel("Your password")).toBeFocused();
  await expectAccessible(page, "confirming over the last look");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.locator(":focus")).toContainText("It was not confirmed, so nothing was done.");
  await expect(page.getByLabel("How you know")).toHaveValue("Support looked and found nothing.");
  expect((await readTransfer(page, id)).status).toBe("unknown");

  await page.getByRole("button", { name: "Check and close" }).click();
  await act.click();
  await dialog.getByLabel("Your password").fill(owner.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Recorded: the transfer was not created.")).toBeVisible();
  const { events } = await readTransfer(page, id);
  expect(events.filter(({ kind }) => kind === "resolved_absent")).toHaveLength(1);
});
