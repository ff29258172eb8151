import { watchPages } from "./support/checks/page-watch";
import { expect, test } from "./support/dashboards/test";

const misdeeds: Record<string, () => void> = {
  "an error on the console": () => console.error("a fault"),
  "an uncaught error": () => void setTimeout(() => Reflect.get(Object(undefined), "a").b),
  "markup that Trusted Types refuse": () => {
    try {
      document.body.innerHTML = "<b>x</b>";
    } catch {
      // The browser refuses it; what matters is that the watch hears of it.
    }
  },
  "an inline style, which the policy blocks": () => document.body.setAttribute("style", "color: red"),
  "a request to another origin": () => void fetch("http://127.0.0.1:9/").catch(() => undefined),
  "an answer with an error status": () => void fetch("/api/no-such-path"),
};

for (const [name, misdeed] of Object.entries(misdeeds)) {
  test(`the watch on every page fails a test for ${name}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext();
    const watch = await watchPages(context);
    const page = await context.newPage();
    await page.goto(`${baseURL}/`);
    await page.evaluate(misdeed);
    await expect(() => expect(() => watch.check()).toThrow()).toPass();
    await context.close();
  });
}
