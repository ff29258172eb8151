import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Themes differ in colours alone, so the dark one is asked about these. */
const colourRules = ["color-contrast", "link-in-text-block"];
const widths = [1280, 390];
const narrowest = 320;

/** Checks the page as it stands: nothing that axe finds in both themes and at both widths, and no scrolling sideways. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await settle(page);
      const axe = new AxeBuilder({ page });
      const rules = colorScheme === "light" ? axe.withTags(tags) : axe.withRules(colourRules);
      const { violations } = await rules.analyze();
      const found = violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(" ")}`,
      );
      expect(found, `${state}, ${colorScheme}, ${width}`).toEqual([]);
    }
    expect(await excessOf(page), `${state}, ${width}: pixels beyond the screen`).toBe(0);
  }
  await page.setViewportSize({ width: narrowest, height: 900 });
  await settle(page);
  expect(await excessOf(page), `${state}, ${narrowest}: pixels beyond the screen`).toBe(0);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  if (before !== null) await page.setViewportSize(before);
}

/** How many pixels of the page lie beyond the screen's edge. */
const excessOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Waits until what was asked for is drawn: a colour on its way to another is neither. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // What lies behind a bar that sticks to the top would count as too small to hit.
    window.scrollTo(0, 0);
    const frames = async (count: number) => {
      for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
    };
    // One that is held back, as on a part that is not drawn, says of itself for ever that it runs.
    const isUnderWay = ({ effect, playState }: Animation) =>
      playState === "running" && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    await frames(3);
    for (let look = 0; look < 200 && document.getAnimations().some(isUnderWay); look++) await frames(2);
  });
}
