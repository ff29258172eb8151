import type { Locator, Page } from "@playwright/test";
import jsqr from "jsqr";
import { PNG } from "pngjs";

/** Reads a QR code from the pixels that a person's phone would see. Gives `undefined` when there is nothing to read. */
export async function readQr(element: Locator): Promise<string | undefined> {
  const { data, width, height } = PNG.sync.read(await element.screenshot());
  // What the page draws must be readable as it is: an inverted code is not read by every decoder.
  return jsqr(new Uint8ClampedArray(data), width, height, { inversionAttempts: "dontInvert" })?.data;
}

/** Writes over every colour of a page and of its drawings, as extensions do that darken the web. */
export async function darken(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { background-color: #181a1b !important; border-color: #736b5e !important; color: #e8e6e3 !important; }
      svg, svg * { fill: #e8e6e3 !important; stroke: #e8e6e3 !important; }`);
    document.adoptedStyleSheets.push(sheet);
  });
}

/** How bright the page's ground is, from 0 to 255, as a camera would see it. */
export async function readBrightness(page: Page): Promise<number> {
  const ground = page.getByRole("main");
  const { data } = PNG.sync.read(await ground.screenshot());
  return Math.max(data[0] ?? 0, data[1] ?? 0, data[2] ?? 0);
}
