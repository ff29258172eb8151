import type { Page } from "@playwright/test";

/**
 * Translates a page as browsers do it: each text is replaced by an element that a script of the page knows nothing of. Some
 * extensions do it to what is not to be translated too.
 */
export async function translate(page: Page, { isWhole = false } = {}): Promise<void> {
  const spared = `script, style, svg${isWhole ? "" : ", [translate=no]"}`;
  await page.evaluate((left) => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const { parentElement: parent, data } = text;
      if (parent === null || data.trim() === "" || parent.closest(left)) continue;
      const outer = document.createElement("font");
      outer.append(document.createElement("font"));
      outer.firstElementChild?.append(`«${data}»`);
      // Some put theirs in its place, and some beside it before they take it away.
      if (texts.indexOf(text) % 2 === 0) {
        text.replaceWith(outer);
        continue;
      }
      parent.insertBefore(outer, text);
      text.remove();
    }
  }, spared);
}

/** What the page says, whether translated or not, without its times and what is said once. */
export async function saidBy(page: Page): Promise<string> {
  return page.evaluate(() => {
    const main = document.querySelector("main")?.cloneNode(true) as HTMLElement;
    for (const each of main.querySelectorAll(
      "time, script, noscript, style, template, [hidden], [role=status].sr-only",
    ))
      each.remove();
    return (main.textContent ?? "").replace(/[«»]/g, "").replace(/\s+/g, " ");
  });
}
