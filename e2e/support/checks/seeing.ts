import type { Locator, Page } from "@playwright/test";

/** What a person sees who needs larger text, more contrast or a narrow window. */

/** How far an element's edge or outline stands out from what surrounds it, as WCAG counts it; at least 3 is seen. */
export const edgeContrast = (element: Locator, edge: "border" | "outline") =>
  element.evaluate((node, kind) => {
    const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const brightness = (colours: string[]) => {
      if (context === null) throw new Error("no canvas");
      for (const colour of colours) {
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
      }
      const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const grounds = (from: Element | null) => {
      const colours: string[] = [];
      for (let at = from; at !== null; at = at.parentElement)
        colours.unshift(getComputedStyle(at).backgroundColor);
      return ["white", ...colours];
    };
    const style = getComputedStyle(node);
    const isDrawn =
      kind === "border"
        ? style.borderTopStyle !== "none" && style.borderTopWidth !== "0px"
        : style.outlineStyle !== "none";
    if (!isDrawn) return 1;
    const behind = grounds(kind === "border" ? node.parentElement : node);
    const colour = kind === "border" ? style.borderTopColor : style.outlineColor;
    const [one, other] = [brightness([...behind, colour]), brightness(behind)];
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  }, edge);

/** At twice the text size: what is still small, or has no width. The page stays at 390 px. */
export async function tooSmallWhenLarge(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 390, height: 844 });
  return page.evaluate(() => {
    const root = document.documentElement;
    root.style.fontSize = "32px";
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
      const element = text.parentElement;
      const words = (text.textContent ?? "").trim();
      if (
        element === null ||
        words === "" ||
        element.closest(".sr-only, script, style, noscript, svg, option")
      )
        continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const { fontSize } = getComputedStyle(element);
      if (Number.parseFloat(fontSize) < 20) found.add(`${fontSize}: ${words.slice(0, 40)}`);
      const cell = element.closest("td, th");
      if (cell !== null && cell.getBoundingClientRect().width === 0)
        found.add(`no width: ${words.slice(0, 40)}`);
    }
    root.style.fontSize = "";
    return [...found];
  });
}

/** At 320 px with the text spacing of WCAG 1.4.12: what is cut off, and whole nowhere else. */
export async function cutOffWhenSpaced(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 320, height: 844 });
  return page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }",
    );
    document.adoptedStyleSheets.push(sheet);
    const found: string[] = [];
    const isForEars = (element: Element) => element.getBoundingClientRect().width <= 1;
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      const text = (element.textContent ?? "").trim();
      const style = getComputedStyle(element);
      const isCut =
        (style.overflowX !== "visible" &&
          style.overflowX !== "auto" &&
          style.overflowX !== "scroll" &&
          element.scrollWidth > element.clientWidth + 1) ||
        (style.overflowY === "hidden" && element.scrollHeight > element.clientHeight + 1);
      if (
        !isCut ||
        text === "" ||
        element.closest(".sr-only, select, input, textarea") ||
        isForEars(element) ||
        !element.checkVisibility()
      )
        continue;
      const whole = `${element.title} ${element.closest("[title]")?.getAttribute("title") ?? ""} ${element.querySelector("[title]")?.getAttribute("title") ?? ""}`;
      const isElsewhere =
        whole.includes(text.slice(0, 12)) ||
        (element.closest("tr")?.querySelector("a[title]")?.getAttribute("title") ?? "").trim() !== "";
      if (!isElsewhere) found.push(`${element.tagName} ${text.slice(0, 60)}`);
    }
    document.adoptedStyleSheets.pop();
    return found;
  });
}
