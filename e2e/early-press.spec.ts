import type { Page } from "@playwright/test";
import { expect, test } from "./support/dashboards/test";
import { emptyBrowser, owner } from "./support/steps/people";

/** Delays every script until the promise resolves, like a slow network. Gives the requests for pages that the browser makes. */
async function holdScripts(page: Page, until: Promise<void>): Promise<string[]> {
  const sent: string[] = [];
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await until;
    await route.continue();
  });
  page.on("request", (request) => {
    if (request.isNavigationRequest()) sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return sent;
}

/** Opens a page whose scripts are held back, and gives what lets them come. */
async function openEarly(page: Page, path: string) {
  let letCome = () => {};
  const sent = await holdScripts(page, new Promise((resolve) => (letCome = resolve)));
  await page.goto(path, { waitUntil: "commit" });
  return { sent, letCome };
}

test("a sign-in that is typed and sent before the scripts have come keeps what was typed, and works", async ({
  browser,
  dashboard,
}) => {
  const page = await emptyBrowser(browser);
  const { sent, letCome } = await openEarly(page, `${dashboard.url}/login?next=/banks`);
  await page.getByLabel("E-mail address").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeDisabled();
  expect(sent).toEqual(["GET /login"]);
  letCome();
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${dashboard.url}/banks`);
  await page.context().close();
});

test("an amount that is typed for a quote before the scripts have come stays, and is quoted", async ({
  page,
}) => {
  const { letCome } = await openEarly(page, "/transfers/new");
  await page.getByLabel("You send").fill("1250.5");
  letCome();
  await expect(page.getByText(/^Quoted at/)).toBeVisible();
  await expect(page.getByLabel("You send")).toHaveValue(/^1,?250\.5$/);
});

test("what is typed into a transfer before the scripts have come stays, and reaches no address", async ({
  page,
}) => {
  const { sent, letCome } = await openEarly(page, "/transfers/new");
  await page.getByLabel("You send").fill("1250.5");
  await page.getByLabel("Account number").fill("0123456789");
  await page.getByLabel("Account name").fill("Adaeze Okonkwo");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Check the transfer" })).toBeDisabled();
  expect(sent).toEqual(["GET /transfers/new"]);
  letCome();
  await page.getByRole("button", { name: "Check the transfer" }).click();
  await expect(page.getByText("Choose a bank.")).not.toHaveCount(0);
  await expect(page.getByLabel("You send")).toHaveValue("1,250.5");
  await expect(page.getByLabel("Account number")).toHaveValue("0123 456 789");
  await expect(page.getByLabel("Account name")).toHaveValue("Adaeze Okonkwo");
});

/** Opens a page that listens to keys, and holds back what the keys open. */
async function openWithoutHelp(page: Page, path: string): Promise<() => void> {
  let letCome = () => {};
  const until = new Promise<void>((resolve) => (letCome = resolve));
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    const source = await (await route.fetch()).text();
    if (source.includes("button[data-find]")) await until;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  // A key that the page listens to leaves a mark: the box has the focus.
  await expect
    .poll(async () => {
      await page.keyboard.press("/");
      return page
        .locator(":focus")
        .getAttribute("name", { timeout: 500 })
        .catch(() => null);
    })
    .toBe("q");
  return letCome;
}

const searchBox = (page: Page) => page.getByRole("dialog", { name: "Find anything" }).getByRole("combobox");

test("what is typed into the search before it can open goes on in it", async ({ page }) => {
  const letCome = await openWithoutHelp(page, "/banks");
  await page.locator(":focus").fill("");
  await page.keyboard.type("adaeze");
  letCome();
  await expect(searchBox(page)).toBeFocused();
  await expect(searchBox(page)).toHaveValue("adaeze");
});

test("the palette and the list of keys open for a key that came before them", async ({ page }) => {
  let letCome = await openWithoutHelp(page, "/banks");
  await page.keyboard.press("Control+K");
  letCome();
  await expect(searchBox(page)).toBeFocused();
  await page.unrouteAll();

  letCome = await openWithoutHelp(page, "/banks");
  await page.locator(":focus").fill("");
  await page.locator(":focus").blur();
  await page.keyboard.press("?");
  letCome();
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Find anything" })).toHaveCount(0);
});
