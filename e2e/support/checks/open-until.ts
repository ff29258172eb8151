import { expect, type Locator, type Page } from "@playwright/test";

/** Opens a page until it shows what the service says of the business now: an answer of a moment ago serves for a second. */
export async function openUntil(page: Page, path: string, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    await expect(shown).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
}
