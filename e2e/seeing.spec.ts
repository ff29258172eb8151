import { repeatedNames, unspeakable, untitledNotices } from "./support/checks/hearing";
import { openPersonMenu } from "./support/checks/keyboard";
import { cutOffWhenSpaced, edgeContrast, tooSmallWhenLarge } from "./support/checks/seeing";
import { expect, test } from "./support/dashboards/faulty-test";
import { emptyBrowser, makeAccount, owner, signIn } from "./support/steps/people";
import { createByApi, createUnknown } from "./support/steps/transfers";

test.use({ ownDashboard: "seeing" });

test("what Enter takes, the chosen theme and the current page stand out, in both themes and in forced colours", {
  tag: "@detail",
}, async ({ page }) => {
  await page.goto("/transfers/new");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const current = page.getByRole("navigation", { name: "Pages" }).locator("a[aria-current]");
    expect(await edgeContrast(current, "border"), `page, ${colorScheme}`).toBeGreaterThanOrEqual(3);
    await openPersonMenu(page);
    const theme = page.locator("label:has(input[type=radio]:checked)").last();
    expect(await edgeContrast(theme, "border"), `theme, ${colorScheme}`).toBeGreaterThanOrEqual(3);
    await page.keyboard.press("Escape");
    await page.getByRole("combobox", { name: "Bank", exact: true }).click();
    await page.getByRole("combobox", { name: "Search banks by name or code" }).pressSequentially("gt");
    const taken = page.locator("[role=option][data-highlighted]");
    await expect(taken).toHaveText(/GTBank/);
    expect(await edgeContrast(taken, "outline"), `bank, ${colorScheme}`).toBeGreaterThanOrEqual(3);
    await page.keyboard.press("Escape");
    // The palette gives the focus back to where it was when it opened.
    await expect(page.getByRole("combobox", { name: "Bank", exact: true })).toBeFocused();
    await page.keyboard.press("Control+K");
    await page.keyboard.type("atten");
    await expect(taken).toHaveText(/Go to Needs attention/);
    expect(await edgeContrast(taken, "outline"), `palette, ${colorScheme}`).toBeGreaterThanOrEqual(3);
    await page.emulateMedia({ forcedColors: "active" });
    await expect(taken).toHaveCSS("outline-style", "solid");
    await page.emulateMedia({ forcedColors: null });
    await page.keyboard.press("Escape");
    await expect(page.getByRole("combobox", { name: "Bank", exact: true })).toBeFocused();
  }
});

test("the way that is chosen for an unknown outcome stands out, in both themes and in forced colours", async ({
  page,
  service,
}) => {
  const { id } = await createUnknown(page, service);
  await page.goto(`/transfers/${id}`);
  const way = (title: string) => page.locator("label").filter({ hasText: title });
  const [chosen, other] = [way("The service has this transfer"), way("The service has no such transfer")];
  await chosen.getByRole("radio").check();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const label of [chosen, other])
      expect(await edgeContrast(label, "border"), colorScheme).toBeGreaterThanOrEqual(3);
    const colour = (label: typeof chosen) => label.evaluate((node) => getComputedStyle(node).borderTopColor);
    expect(await colour(chosen)).not.toBe(await colour(other));
  }
  await page.emulateMedia({ forcedColors: "active" });
  await expect(chosen).toHaveCSS("border-top-width", "3px");
  await expect(other).toHaveCSS("border-top-width", "1px");
});

test("every page: names that are unlike and can be said, titled notices, and nothing lost in larger or wider text", {
  tag: "@detail",
}, async ({ page, service, browser, dashboard }) => {
  await makeAccount(page, "finance");
  await makeAccount(page, "support");
  const { id } = await createUnknown(page, service, {
    accountName: "Oluwaseun Adekunle-Bankole Enterprises",
  });
  service.recover();
  const other = await emptyBrowser(browser);
  await signIn(other, dashboard.url, owner);
  await other.context().close();
  const paths = ["/", "/transfers", `/transfers/${id}`, "/transfers/new", "/attention"];
  const faults: Record<string, string[]> = {};
  for (const path of [
    ...paths,
    "/banks",
    "/people",
    "/webhooks",
    "/webhooks/deliveries",
    "/letterhead",
    "/audit",
    "/account",
  ]) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    const found = [
      ...(await repeatedNames(page)).map((name) => `said twice: ${name}`),
      ...(await unspeakable(page)).map((name) => `can't be said: ${name}`),
      ...(await untitledNotices(page)).map((text) => `no heading: ${text}`),
      ...(await tooSmallWhenLarge(page)).map((text) => `small or gone: ${text}`),
      ...(await cutOffWhenSpaced(page)).map((text) => `cut off: ${text}`),
    ];
    if (found.length > 0) faults[path] = found;
  }
  expect(faults).toEqual({});
});

test("a name with dots, tones and hooks is drawn in one font at first sight, composed or not", async ({
  page,
}) => {
  const name = "Ṣadé Adébáyọ̀-Ògúnlẹ́yẹ Ụ̀zọ Ɗanƙasa";
  for (const form of ["NFC", "NFD"]) await createByApi(page, { accountName: name.normalize(form) });
  await page.goto("/transfers");
  const cdp = await page.context().newCDPSession(page);
  for (const method of ["DOM.enable", "CSS.enable"] as const) await cdp.send(method);
  const { root } = await cdp.send("DOM.getDocument");
  const { nodeIds } = await cdp.send("DOM.querySelectorAll", {
    nodeId: root.nodeId,
    selector: "tbody th a",
  });
  for (const nodeId of nodeIds.slice(0, 2)) {
    const { fonts } = await cdp.send("CSS.getPlatformFontsForNode", { nodeId });
    expect(fonts.map(({ familyName, isCustomFont }) => [familyName, isCustomFont])).toHaveLength(1);
  }
});

test("the current tab of a list stands out in forced colours", async ({ page, service }) => {
  await createUnknown(page, service);
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/transfers");
  const tabs = page.getByRole("navigation", { name: "States" }).getByRole("link");
  await expect(tabs.nth(0)).toHaveCSS("border-bottom-width", "2px");
  await expect(tabs.nth(1)).toHaveCSS("border-bottom-width", "0px");
});

test("on a phone the form’s button stays in sight, and never over what has the focus", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/transfers/new");
  const button = page.getByRole("button", { name: "Check the transfer" });
  await expect(button).toBeEnabled();
  await expect(button).toBeInViewport({ ratio: 1 });
  await page
    .getByLabel(/^You send/)
    .first()
    .fill("1250.5");
  await expect(page.getByText("You send 1,250.50 USDC")).toBeInViewport({ ratio: 1 });
  const bar = page.locator("[data-form-bar]");
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press("Tab");
    const focused = page.locator("main :focus").last();
    if ((await focused.count()) === 0 || (await bar.locator(":focus").count()) > 0) break;
    const [field, edge] = [await focused.boundingBox(), await bar.boundingBox()];
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual((edge?.y ?? 0) + 1);
  }
  await page.getByRole("button", { name: "Summary" }).click();
  await expect(page.getByRole("region", { name: "Summary" })).toBeFocused();
  await expect(page.getByRole("heading", { name: "Summary" })).toBeInViewport();
});
