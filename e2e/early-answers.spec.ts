import type { Browser, Page } from "@playwright/test";
import type { ControlsState } from "#lib/features/controls/controls-api";
import { noRules } from "#lib/features/controls/rules";
import { pathsUnderBudget } from "./support/checks/page-load";
import type { Dashboard } from "./support/dashboards/dashboard";
import { expect, test } from "./support/dashboards/test";
import { colleague } from "./support/steps/colleague";
import { createByApi, linkByApi } from "./support/steps/transfers";

test.use({ ownDashboard: "early answers" });
test.describe.configure({ mode: "serial" });

/**
 * Runs in the page before its scripts: what they ask of our API is answered in the moment in which they ask, before the
 * browser does anything else. Of a server that is near, on a machine that is busy, an answer can be as early.
 */
function answerAtOnce(): void {
  const { fetch } = window;
  window.fetch = (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (!url.pathname.startsWith("/api/")) return fetch(input, init);
    const request = new XMLHttpRequest();
    request.open(init.method ?? "GET", url, false);
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
    request.send(init.body as string | undefined);
    const { status, responseText: body } = request;
    const lines = request.getAllResponseHeaders().trim().split("\r\n");
    const headers = lines.map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]);
    const answer = new Response(body, { status, headers });
    // To read a body takes a while, in which the rest of the page could wake.
    answer.json = () => Promise.resolve(JSON.parse(body));
    return Promise.resolve(answer);
  };
}

/** Opens a page until all of it has woken, which the browser leaves for when it has nothing else to do. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(async () => {
    for (let times = 0; times < 2; times++)
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
  });
}

/** One transfer that needs attention, and one that waits for the owner: the menu counts both. */
async function makeCounted(page: Page, browser: Browser, dashboard: Dashboard) {
  const unknown = await createByApi(page, { accountName: "SANDBOX CUT AFTER" });
  const obi = await colleague(page, browser, dashboard, "finance");
  const { n } = (await (await page.request.get("/api/controls")).json()) as ControlsState;
  const rules = { ...noRules, tiers: [{ fromNaira: "1000", approvals: 1, by: "finance" }] };
  const set = await page.request.post("/api/controls", { data: { after: `${n}`, rules } });
  expect(set.status(), await set.text()).toBe(200);
  const waits = await createByApi(obi.page);
  expect(waits.status).toBe("awaiting_approval");
  return [unknown, waits].map(({ id }) => `/transfers/${id}`);
}

// That a page was drawn again from its start is an uncaught error, for which a journey fails.
test("a page that is answered before all of it has woken keeps what was drawn", async ({
  browser,
  dashboard,
  page,
}) => {
  const transfers = await makeCounted(page, browser, dashboard);
  await page.addInitScript(answerAtOnce);
  for (const path of ["/", "/attention", "/approvals", ...transfers]) {
    await open(page, path);
    const menu = page.getByRole("navigation", { name: "Pages", exact: true });
    await expect(menu).toContainText("1 to look at");
    await expect(menu).toContainText("1 for you to decide");
  }
});

test("so does every page", { tag: "@detail" }, async ({ page }) => {
  // Below what has to be approved.
  const transfer = await createByApi(page, { amount: "0.5" });
  const paths = pathsUnderBudget(transfer.id, await linkByApi(page, transfer));
  await page.addInitScript(answerAtOnce);
  for (const path of paths.filter((each) => !each.includes("no-such"))) await open(page, path);
});

test("a browser that does not know the business's time zone wakes what the server has drawn", {
  tag: "@detail",
}, async ({ page }) => {
  const transfer = await createByApi(page, { amount: "0.5" });
  const paths = pathsUnderBudget(transfer.id, await linkByApi(page, transfer));
  await page.addInitScript(() => {
    const { DateTimeFormat } = Intl;
    Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
      construct: (target, [locale, options]: [string, Intl.DateTimeFormatOptions?]) => {
        if (options?.timeZone?.startsWith("Africa/")) throw new RangeError("Invalid time zone specified");
        return new target(locale, options);
      },
    });
  });
  for (const path of paths.filter((each) => !each.includes("no-such"))) await open(page, path);
});
