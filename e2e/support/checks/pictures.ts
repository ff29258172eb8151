import { join } from "node:path";
import type { Page } from "@playwright/test";

/** Where `npm run screenshots` wants the pictures; without it none are taken. */
export const picturesFolder = process.env.PICTURES_FOLDER || undefined;

/** Takes the whole page as it stands, or what is seen of it behind a dialog, named after its state. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (picturesFolder === undefined) return;
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  // What lies below the screen is not dimmed by a dialog, and never seen with it.
  const fullPage = (await page.locator("dialog[open], [role=dialog]").count()) === 0;
  await page.screenshot({
    path: join(picturesFolder, `${words.join("-")}.png`),
    fullPage,
    animations: "disabled",
  });
}
