import { expect, type Locator, type Page } from "@playwright/test";

/** Presses Tab until the element has the focus, which must be visible on the way at each stop. */
export async function tabTo(page: Page, element: Locator, most = 40) {
  await element.waitFor();
  // One that opens takes the focus a moment later, and would take it from the first stop.
  await expect.poll(() => isBesideFocus(element), { message: "the dialog has the focus" }).toBe(true);
  for (let stop = 0; stop < most; stop++) {
    if (await isFocused(element)) return;
    await page.keyboard.press("Tab");
    // A page that is drawn again at that moment shows it a frame later.
    await expect.poll(() => hasVisibleFocus(page), { message: `stop ${stop}` }).toBe(true);
  }
  await expect(element, `reached by ${most} stops`).toBeFocused();
}

/** Whether an element has the focus. */
export const isFocused = (element: Locator) => element.evaluate((node) => node === document.activeElement);

/** What is in a dialog is reached from inside it. */
function isBesideFocus(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const dialog = node.closest("dialog, [role=dialog], [role=alertdialog]");
    return dialog === null || dialog.contains(document.activeElement);
  });
}

/** The focused element, or a box around it, has an outline. */
function hasVisibleFocus(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    for (
      let node = document.activeElement;
      node !== null && node !== document.body;
      node = node.parentElement
    ) {
      // A date has parts of its own, and the browser draws their focus itself.
      if (node.matches("input[type=date]")) return true;
      const { outlineStyle, outlineWidth } = getComputedStyle(node);
      if (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) return true;
    }
    return document.activeElement === document.body;
  });
}

/** The menu of the person who is signed in: account, theme, keys, sign-out. */
export const personMenu = (page: Page) =>
  page.getByRole("button", { name: /your account, theme and sign-out$/ });
export const openPersonMenu = (page: Page) => personMenu(page).click();

export async function chooseTheme(page: Page, theme: "Light" | "Dark"): Promise<void> {
  await openPersonMenu(page);
  await page.getByRole("radio", { name: theme }).check({ force: true });
  await page.keyboard.press("Escape");
  await expect(page.locator("html")).toHaveAttribute("data-theme", theme.toLowerCase());
}

/** A button that needs scripts takes no key before it is alive, and `press` alone wouldn't wait for that. */
export async function pressEnter(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.press("Enter");
}
