import type { Browser } from "@playwright/test";

const mostLines = 60;

/** Every open page as a screen reader meets it: what somebody needs who has only the report of a test that failed. */
export async function whatIsShown(browser: Browser): Promise<string> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const shown = pages.map(async (page) => {
    const lines = await page
      .locator("body")
      .ariaSnapshot({ timeout: 5_000 })
      .catch((error: unknown) => String(error));
    const all = lines.split("\n");
    // The console's frame is the same everywhere, and a dialog stands after it.
    const from = Math.max(
      0,
      all.findIndex((line) => line.startsWith("- main")),
    );
    return `${page.url()}\n${all.slice(from, from + mostLines).join("\n")}`;
  });
  return (await Promise.all(shown)).join("\n\n");
}
