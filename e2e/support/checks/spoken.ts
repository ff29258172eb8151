import { expect, type Page } from "@playwright/test";

/** What is read has its blanks: no amount is one word with its token, and a fault is named once. */
export async function expectReadable(page: Page, state: string): Promise<void> {
  const spoken = await page.locator("body").ariaSnapshot();
  const glued = /\d(?:USDC|USDT|USDbC|NGN)\b|\b(?:USDC|USDT|NGN) ?=\S|Error: Error/.exec(spoken)?.[0];
  expect(glued, state).toBeUndefined();
  expect(await page.title(), state).not.toContain("Error: Error");
}

/** On a phone whatever is pressed is 24 px high at least, but a link within a sentence. */
export async function expectPressable(page: Page, state: string): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 900 });
  const low = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("a, button, summary")].flatMap((target) => {
      const { height, width } = target.getBoundingClientRect();
      const isSeen = target.checkVisibility({ visibilityProperty: true }) && width > 1;
      const isInSentence = [...(target.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? "").trim().length > 1,
      );
      // A row's link takes the presses of the whole row.
      const isRow = getComputedStyle(target, "::after").position === "absolute";
      return isSeen && !isRow && height < 24 && !isInSentence && target.closest("svg") === null
        ? [`${target.innerText}: ${height}`]
        : [];
    }),
  );
  expect(low, state).toEqual([]);
  if (before !== null) await page.setViewportSize(before);
}
