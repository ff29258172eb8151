import { expect, type Page } from "@playwright/test";
import axe from "axe-core";
import { picturesFolder, takePicture } from "./pictures";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Themes differ in colours alone, so the dark one is asked about these, and at the first width. */
const colourRules = ["color-contrast", "link-in-text-block"];
const colours: axe.RunOptions = { runOnly: { type: "rule", values: colourRules } };
/** A phone has the colours of a desk, on the same backgrounds: it is asked about all but these. */
const noColours: axe.RunOptions = {
  runOnly: tags,
  rules: Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])),
};
type Look = { width: number; colorScheme: "light" | "dark"; asked: axe.RunOptions };
const [desk, phone] = [1280, 390];
/** All that a state is asked about: by `npm run prove -- looks`. */
const everyLook: readonly Look[] = [
  { width: desk, colorScheme: "light", asked: { runOnly: tags } },
  { width: desk, colorScheme: "dark", asked: colours },
  { width: phone, colorScheme: "light", asked: noColours },
];
/** Of these each state has one, by every rule. Between them the states of a page see both themes and both widths. */
const oneLook = everyWayOf({ runOnly: tags });
const isEveryLook = process.env.EVERY_LOOK === "true";
/** The narrowest screen, and a desk at 200 %: there only the width is checked. */
const furtherWidths = isEveryLook ? [320, 640] : [320];

/**
 * Checks the page as it stands: nothing that axe finds, and no scrolling sideways down to 320 px. For `npm run screenshots`
 * it takes the pictures of the state instead.
 */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  const before = page.viewportSize();
  for (const { width, colorScheme, asked } of looksOf(state)) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await settle(page);
    if (picturesFolder !== undefined) await takePicture(page, `${state}-${width}-${colorScheme}`);
    else await expectNoViolations(page, `${state}, ${colorScheme}, ${width}`, asked);
    await expectNoExcess(page, state, width);
  }
  for (const width of furtherWidths) {
    await page.setViewportSize({ width, height: 900 });
    await settle(page);
    await expectNoExcess(page, state, width);
  }
  if (picturesFolder !== undefined) await takeOtherMedia(page, state);
  await page.emulateMedia({ colorScheme: null });
  if (before !== null) await page.setViewportSize(before);
}

function looksOf(state: string): readonly Look[] {
  if (picturesFolder !== undefined) return oneLook;
  if (isEveryLook) return everyLook;
  const sum = [...state].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return oneLook.filter((_, at) => at === sum % oneLook.length);
}

function everyWayOf(asked: axe.RunOptions): Look[] {
  return [desk, phone].flatMap((width) =>
    (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme, asked })),
  );
}

/** The same on the narrowest screen alone, by every rule in both themes. */
export async function expectAccessibleWhenNarrow(page: Page, state: string): Promise<void> {
  const [width = 320] = furtherWidths;
  const before = page.viewportSize();
  await page.setViewportSize({ width, height: 900 });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await settle(page);
    await expectNoViolations(page, `${state}, ${colorScheme}, ${width}`, { runOnly: tags });
  }
  await expectNoExcess(page, state, width);
  await page.emulateMedia({ colorScheme: null });
  if (before !== null) await page.setViewportSize(before);
}

/** How a state looks in the few colours of a contrast theme, and on paper. */
async function takeOtherMedia(page: Page, state: string): Promise<void> {
  await page.setViewportSize({ width: desk, height: 900 });
  await page.emulateMedia({ colorScheme: "dark", forcedColors: "active" });
  await settle(page);
  await takePicture(page, `${state}-forced-colours`);
  await page.emulateMedia({ colorScheme: "light", forcedColors: null, media: "print" });
  await settle(page);
  await takePicture(page, `${state}-print`);
  await page.emulateMedia({ media: null });
}

async function expectNoViolations(page: Page, what: string, options: axe.RunOptions): Promise<void> {
  // Its source is half a megabyte: a document gets it once, however often it is looked at.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  let found = await findViolations(page, options);
  // The framework takes the title away for the moment in which an act has the page drawn again.
  if (found.some((each) => each.startsWith("document-title"))) {
    await expect(page).toHaveTitle(/./);
    found = await findViolations(page, options);
  }
  expect(found, what).toEqual([]);
}

function findViolations(page: Page, options: axe.RunOptions): Promise<string[]> {
  return page.evaluate(async (asked) => {
    const { run } = Reflect.get(window, "axe") as typeof axe;
    const { violations } = await run(document, { ...asked, resultTypes: ["violations"] });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(" ")}`,
    );
  }, options);
}

/** No pixel of the page lies beyond the screen's edge. */
async function expectNoExcess(page: Page, state: string, width: number): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess, `${state}, ${width}: pixels beyond the screen`).toBe(0);
}

/** Waits until what was asked for is drawn, at its end where it moves there: a colour on its way to another is neither. */
async function settle(page: Page): Promise<void> {
  // A page is judged when it is whole, also where an act has it drawn again.
  await expect(page).toHaveTitle(/./);
  await page.evaluate(async () => {
    // What lies behind a bar that sticks to the top would count as too small to hit.
    window.scrollTo(0, 0);
    const frames = async (count: number) => {
      for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
    };
    // One that is held back, as on a part that is not drawn, says of itself for ever that it runs.
    const underWay = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === "running" && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        );
    await frames(3);
    for (let look = 0; look < 200 && underWay().length > 0; look++) {
      for (const animation of underWay()) animation.finish();
      await frames(2);
    }
  });
}
