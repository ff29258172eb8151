import { expect, type Locator, type Page } from "@playwright/test";

/** Opens a page until it shows what is new: of the business an answer of a moment ago serves for a second. */
export async function openUntil(page: Page, path: string, shown: Locator): Promise<void> {
  // A busy machine may need longer to draw it than to read it.
  let drawMs = 1_000;
  await expect(async () => {
    drawMs *= 2;
    await page.goto(path);
    await expect(shown).toBeVisible({ timeout: drawMs });
  }).toPass();
}
