import type { Page } from "@playwright/test";

/** What a person hears: live regions, and the names of the accessibility tree. */

type Heard = { heard: string[] };

/** Notes from the first byte of every page what its live regions say, as `polite: ...` or `assertive: ...`. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const last = new WeakMap<Element, string>();
    const live = "[role=status], [role=alert], [aria-live]";
    const look = (root: ParentNode) => {
      for (const region of root.querySelectorAll(live)) {
        if (region.parentElement?.closest(live)) continue;
        if (!region.checkVisibility()) continue;
        const text = (region.textContent ?? "").replace(/\s+/g, " ").trim();
        if (last.get(region) === text) continue;
        last.set(region, text);
        const isAssertive = region.matches("[role=alert], [aria-live=assertive]");
        if (text !== "") heard.push(`${isAssertive ? "assertive" : "polite"}: ${text}`);
      }
    };
    const watch = (root: Document | ShadowRoot) =>
      new MutationObserver(() => look(root)).observe(root, {
        childList: true,
        subtree: true,
        characterData: true,
      });
    watch(document);
    // The framework says a page's title within a root of its own.
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function attachAndWatch(options) {
      const root = attach.call(this, options);
      watch(root);
      return root;
    };
  });
}

/** All that was said since the page was loaded, or since it was forgotten. */
export const heard = (page: Page) => page.evaluate(() => (window as unknown as Heard).heard);
export const forget = (page: Page) => page.evaluate(() => (window as unknown as Heard).heard.splice(0));

/** The text of what has the focus; empty for the page itself, where it is lost. */
export const hearFocus = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) return "";
    return (activeElement.getAttribute("aria-label") ?? activeElement.textContent ?? "").trim();
  });

type Spoken = { ignored: boolean; role?: { value: string }; name?: { value: string } };

async function names(page: Page): Promise<{ role: string; name: string }[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send("Accessibility.getFullAXTree")) as { nodes: Spoken[] };
  await session.detach();
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name }) => ({ role: role?.value ?? "", name: name?.value ?? "" }));
}

/** Names that join an amount and its currency, and what is spelt for a minute. */
export async function unspeakable(page: Page): Promise<string[]> {
  const all = (await names(page)).map(({ name }) => name);
  return all.filter((name) => /\d(USDC|USDT|NGN)\b/.test(name));
}

/** Buttons and disclosures that are named alike. */
export async function repeatedNames(page: Page): Promise<string[]> {
  const controls = (await names(page)).filter(
    ({ role }) => role === "button" || role === "DisclosureTriangle",
  );
  const all = controls.map(({ name }) => name);
  return all.filter((name, place) => all.indexOf(name) !== place);
}

/** Warnings and other notices whose title is no heading: they have a mark and a tone. */
export const untitledNotices = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main div[data-tone]")]
      .filter((notice) => notice.checkVisibility() && notice.querySelector("h2, h3") === null)
      .map((notice) => notice.textContent?.slice(0, 80)),
  );

/** Until nothing moves any more, and what was to be drawn after it is drawn. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      const { endTime } = effect?.getComputedTiming() ?? {};
      return playState !== "running" || endTime === Number.POSITIVE_INFINITY;
    }),
  );
  await page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 1_000 })),
        ),
      ),
  );
}
