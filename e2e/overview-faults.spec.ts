import { expect, test } from "./support/faulty-test";

test("shows x", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByText("Acme Payments").first()).toBeVisible();
});
