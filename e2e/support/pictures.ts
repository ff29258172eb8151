import { join } from "node:path";
import type { Page } from "@playwright/test";

/** Where `npm run screenshots` wants the pictures; without it none are taken. */
export const picturesFolder = process.env.PICTURES_FOLDER || undefined;

/** Takes the whole page as it stands, named after its state. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (picturesFolder === undefined) return;
  const file = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "");
  await page.screenshot({
    path: join(picturesFolder, `${file}.png`),
    fullPage: true,
    animations: "disabled",
  });
}
