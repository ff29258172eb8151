import { measurePage, mostLayoutShift, pathsUnderBudget } from "./support/page-load";
import { expect, test } from "./support/test";
import { createByApi } from "./support/transfers";

// Nine pages, each in a browser that has loaded nothing before, on a machine that may be busy.
test.describe.configure({ timeout: 180_000 });

const sizes = [
  { name: "a desk", viewport: { width: 1280, height: 900 } },
  { name: "a phone", viewport: { width: 390, height: 844 } },
];

for (const { name, viewport } of sizes) {
  test(`on ${name} every page loads within its budget, from this server alone, and stands still`, async ({
    browser,
    dashboard,
    page,
  }) => {
    const { id } = await createByApi(page);
    for (const path of pathsUnderBudget(id)) {
      const context = await browser.newContext({ viewport });
      const load = await measurePage(context, dashboard.url, path);
      await context.close();
      expect(load.status, path).toBe(/no-such/.test(path) ? 404 : 200);
      expect(load.scriptKb, `${path}: the script was counted`).toBeGreaterThan(50);
      expect.soft(load.scriptKb, `${path}: kB of script`).toBeLessThanOrEqual(load.budgetKb);
      expect.soft(load.layoutShift, `${path}: layout shift`).toBeLessThan(mostLayoutShift);
      expect(load.foreign, `${path}: what was asked of others`).toEqual([]);
    }
  });
}
