import { expect, test } from "./support/test";

test("the overview says that the business is active", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle("Overview · Offramp Dashboard");
  const business = page.getByRole("region", { name: "Business" });
  await expect(business.getByText("Active", { exact: true })).toBeVisible();
  await expect(business.getByText("Sandbox Trading Limited")).toBeVisible();
  await expect(page.getByText("Sandbox - no real money")).toBeVisible();
});
