import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const themes = ["light", "dark"] as const;
const widths = [1280, 390];
const narrowest = 320;

/** WCAG 2.2 A and AA on the page as it stands, in both themes and two widths; and no sideways scrolling at 320 px. */
export async function expectAccessible(page: Page) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of themes) {
      await page.evaluate((name) => {
        document.documentElement.dataset.theme = name;
      }, theme);
      await settle(page);
      const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
      );
      expect.soft(found, `${page.url()} ${theme} ${width} px`).toEqual([]);
    }
  }
  await page.setViewportSize({ width: narrowest, height: 900 });
  await settle(page);
  expect.soft(await widthOf(page), `${page.url()} scrolls sideways`).toBeLessThanOrEqual(narrowest);
  await page.setViewportSize({ width: 1280, height: 900 });
}

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** A colour on its way to another is neither. */
async function settle(page: Page) {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.race([
      Promise.allSettled(ending.map(({ finished }) => finished)),
      new Promise((resolve) => setTimeout(resolve, 1_000)),
    ]);
  });
}
