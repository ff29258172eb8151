import { answer, reset } from "#lib/testing/service/faulty-service";
import {
  forget,
  heard,
  hearFocus,
  listen,
  repeatedNames,
  unspeakable,
  untilDrawn,
  untitledNotices,
} from "./support/checks/hearing";
import { openUntil } from "./support/checks/open-until";
import { expect, test } from "./support/dashboards/faulty-test";
import { createButton, createdTransfer, detailsOf, openCheck } from "./support/steps/journey";
import { emptyBrowser, owner, signIn } from "./support/steps/people";
import { createAccepted, createByApi } from "./support/steps/transfers";

test.use({ ownDashboard: "hearing" });

/** A lower rate. */
const lowerQuote = answer(
  200,
  '{"success":true,"quote":{"rate":1286.17,"output_amount":1600317.02,"fee":6.25}}',
);

const outcomes = [
  { word: /Address issued|Accepted/i, title: /^Address issued · 1,250\.50 USDC/, behaviour: undefined },
  { word: /rejected/i, title: /^Rejected · 1,250\.50 USDC/, behaviour: answer(400, '{"message":"No"}') },
  { word: /outcome unknown|don’t know/i, title: /^Outcome unknown · 1,250\.50 USDC/, behaviour: reset },
];

test("each outcome of a creation is in the title, and is heard", async ({ page, service }) => {
  await listen(page);
  for (const { word, title, behaviour } of outcomes) {
    if (behaviour === undefined) service.recover();
    else service.behave("initiate", behaviour);
    await openCheck(page, detailsOf());
    await createButton(page).click();
    await page.waitForURL(/\/transfers\/[0-9a-f]{8}-/);
    await expect(page).toHaveTitle(title);
    await createdTransfer(page);
    await expect.poll(() => hearFocus(page)).toMatch(word);
    expect((await heard(page)).filter((text) => text.startsWith("assertive: Error:"))).toEqual([]);
    expect(await page.title()).not.toMatch(/Error: Error:/);
    expect(await untitledNotices(page)).toEqual([]);
    expect(await unspeakable(page)).toEqual([]);
    expect(await repeatedNames(page)).toEqual([]);
  }
});

test("a quote that is left alone says nothing again, and the focus stays while it asks", async ({
  page,
  service,
}) => {
  await listen(page);
  await page.clock.install();
  await page.goto("/transfers/new");
  await page.getByLabel("You send").fill("1250.5");
  await expect(page.getByText(/^Quoted at /)).toBeVisible();
  await page.clock.runFor(2_000);
  await expect.poll(() => heard(page)).toContainEqual(expect.stringContaining("The recipient gets about"));
  await page.getByLabel("You send").focus();
  await forget(page);
  const asked = service.callsOf("quote").length;
  for (const round of [1, 2]) {
    await page.clock.runFor(30_500);
    // The next half minute begins once the page has the answer, which no clock of its own brings.
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000);
        return service.callsOf("quote").length;
      })
      .toBeGreaterThanOrEqual(asked + round);
    await expect(page.getByLabel("You send")).toBeFocused();
  }
  await page.clock.runFor(3_000);
  expect((await heard(page)).length).toBeLessThanOrEqual(1);
});

test("a quote that moved takes the focus to its notice, one Tab before the button that accepts it", async ({
  page,
  service,
  watch,
}) => {
  watch.allowFailures(/^\/api\/transfers$/);
  await openCheck(page, detailsOf());
  service.behave("quote", lowerQuote);
  await createButton(page).click();
  await expect(page.getByRole("heading", { name: "The estimate has changed" })).toBeVisible();
  expect(await hearFocus(page)).toMatch(/The estimate has changed/);
  // It stays there: nothing that is drawn later takes it away.
  await untilDrawn(page);
  expect(await hearFocus(page)).toMatch(/^The estimate has changed|^Warning.*The estimate has changed/);
  await page.keyboard.press("Tab");
  expect(await hearFocus(page)).toMatch(/^Accept 1,600,317\.02 NGN/);
});

test("a report that comes, a check, and a session that ends leave the focus on something, and are said", {
  tag: "@detail",
}, async ({ page, service, browser, dashboard, watch }) => {
  await listen(page);
  const { id, report } = await createAccepted(page, service);
  await page.goto(`/transfers/${id}`);
  const title = await page.title();
  await page.getByRole("button", { name: /^Copy/ }).first().focus();
  await forget(page);
  await report({ status: "processing" });
  await expect(page).not.toHaveTitle(title);
  await expect
    .poll(() => heard(page))
    .toContainEqual(expect.stringContaining("The status is now: Processing"));
  expect((await heard(page)).filter((text) => text.startsWith("assertive:"))).toEqual([]);
  await expect.poll(() => hearFocus(page)).not.toBe("");

  // What is well is checked by itself, so the button comes with a fault.
  watch.allowFailures(/^\/api\/business$/);
  service.behave("business", answer(500, "{}"));
  const check = page.getByRole("button", { name: "Check again" });
  await openUntil(page, "/", check);
  service.recover();
  await forget(page);
  await check.click();
  await expect.poll(() => heard(page)).toContain("polite: Checked: Active.");
  expect(await hearFocus(page)).toBe("Check again");

  for (const _ of ["one", "another"]) {
    const other = await emptyBrowser(browser);
    await signIn(other, dashboard.url, owner);
    await other.context().close();
  }
  await page.goto("/account");
  expect(await repeatedNames(page)).toEqual([]);
  await page
    .getByRole("button", { name: /^End the session of .*, signed in on/ })
    .first()
    .click();
  await expect.poll(() => hearFocus(page)).toMatch(/^Ended: .*, signed in on .* sessions? left\.$/);
});

test("a search says how many it found, none too, in the list and in the palette", { tag: "@detail" }, async ({
  page,
}) => {
  await createByApi(page, { accountName: "Kelechi Heard" });
  for (const _ of ["two", "of them"]) await createByApi(page, { accountName: "Zainab Heard" });
  await listen(page);
  await page.goto("/transfers");
  const box = page.getByRole("main").getByRole("searchbox");
  for (const [text, words] of [
    ["kelechi", "polite: 1 transfer by name."],
    ["zzzz", "polite: No transfers found."],
    ["zainab", "polite: 2 transfers by name."],
  ] as const) {
    await box.fill(text);
    await box.press("Enter");
    await expect.poll(() => heard(page)).toContain(words);
  }
  const rows = page.getByRole("table").locator("tbody tr");
  await expect(rows).toHaveCount(2);
  for (const row of await rows.all())
    await expect(row.getByRole("rowheader").getByRole("link")).toHaveAccessibleName(
      "Zainab Heard, 1,250.50 USDC, address issued",
    );

  await page.keyboard.press("Control+K");
  const palette = page.getByRole("dialog", { name: "Find anything" });
  const found = palette.getByRole("combobox");
  for (const [text, words] of [
    ["kelechi", "polite: 1 transfer, 1 other result."],
    ["zainab", "polite: 2 transfers, 1 other result."],
    ["qqqq", "polite: No transfers found, 1 other result."],
  ] as const) {
    await forget(page);
    await found.fill(text);
    await expect.poll(() => heard(page)).toEqual([words]);
  }
  await found.fill("kelechi");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page).toHaveTitle(/to Kelechi Heard/);
  await expect
    .poll(async () => (await heard(page)).filter((text) => text.includes("Kelechi Heard")).length)
    .toBeLessThanOrEqual(1);
});

test("the palette that opens over another pop-up, or while one closes, returns the focus to something", async ({
  page,
}) => {
  await page.goto("/transfers/new");
  const bank = page.getByRole("combobox", { name: "Bank", exact: true });
  const search = page.getByRole("combobox", { name: "Search banks by name or code" });
  const person = page.getByRole("button", { name: /^owner@/ });
  const palette = page.getByRole("dialog", { name: "Find anything" });
  const popUps: [open: () => Promise<void>, before: string[]][] = [
    [async () => bank.click().then(() => expect(search).toBeFocused()), []],
    [async () => bank.click().then(() => expect(search).toBeFocused()), ["Escape"]],
    [() => person.click(), []],
    [() => person.click(), ["Escape"]],
  ];
  for (const [open, before] of popUps) {
    await open();
    for (const key of before) await page.keyboard.press(key);
    await page.keyboard.press("Control+K");
    await expect(palette.getByRole("combobox")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(palette).toHaveCount(0);
    await untilDrawn(page);
    const focused = page.locator("*:focus");
    await expect(focused).toHaveCount(1);
    await expect(focused).toBeInViewport();
  }
});

test("a wrong day is corrected as its field shows, and the check of the log spells out no hash", async ({
  page,
}) => {
  await listen(page);
  await page.goto("/audit?from=nonsense");
  const day = page.getByLabel("First day", { exact: true });
  const asked = (await day.getAttribute("placeholder")) ?? "";
  expect(await page.title()).toMatch(/^Error: (?!Error:)/);
  expect(asked).not.toBe("");
  await expect(day).toHaveAccessibleDescription(new RegExp(asked));
  await page.goto("/audit");
  await page.getByRole("button", { name: "Check the log" }).click();
  await expect.poll(() => heard(page)).toContainEqual(expect.stringContaining("entries are intact"));
  expect((await heard(page)).filter((text) => /[0-9a-f]{64}/.test(text))).toEqual([]);
});
