import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const widths = [1280, 390];

/** Checks the page as it stands in both themes and at both widths: nothing that axe finds, and no scrolling sideways. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.evaluate(async () => {
        // What lies behind a bar that sticks to the top would count as too small to hit.
        window.scrollTo(0, 0);
        // The new theme is drawn a moment after it was asked for.
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
        await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
      });
      const name = `${state}, ${colorScheme}, ${width}`;
      const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
      const found = violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(" ")}`,
      );
      expect(found, name).toEqual([]);
      const tooWide = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(tooWide, `${name}: pixels beyond the screen`).toBe(0);
    }
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  if (before !== null) await page.setViewportSize(before);
}
