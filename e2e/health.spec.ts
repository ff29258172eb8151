import { join } from "node:path";
import packageJson from "../package.json" with { type: "json" };
import { openPersonMenu } from "./support/checks/keyboard";
import { startDashboard } from "./support/dashboards/dashboard";
import { openDatabase } from "./support/dashboards/database";
import { expect, test } from "./support/dashboards/test";

test("the version is in the person's menu, at the sign-in, and in the answer that a supervisor asks for", async ({
  page,
  request,
}) => {
  const words = `Offramp Dashboard ${packageJson.version}`;
  for (const path of ["/", "/account"]) {
    await page.goto(path);
    await openPersonMenu(page);
    await expect(page.getByText(words).filter({ visible: true })).toBeVisible();
  }
  await page.context().clearCookies();
  await page.goto("/login");
  await expect(page.getByText(words)).toBeVisible();
  expect(await (await request.get("/healthz")).json()).toMatchObject({ version: packageJson.version });
});

test("health is told under any host, without a cookie, and framed by nobody", async ({
  playwright,
  baseURL,
}) => {
  const stranger = await playwright.request.newContext({ extraHTTPHeaders: { host: "10.0.0.7" } });
  for (const [path, status] of [
    ["/healthz", 200],
    ["/readyz", 200],
    ["/metrics", 404],
  ] as const) {
    const answer = await stranger.get(`${baseURL}${path}`);
    expect(answer.status(), path).toBe(status);
    expect(answer.headers()).toMatchObject({
      "cache-control": "no-store, no-transform",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "x-request-id": expect.any(String),
    });
    expect((await stranger.post(`${baseURL}${path}`)).status()).toBe(405);
  }
  await stranger.dispose();
});

test("the API tells every signed-in person what it is", async ({ request }) => {
  const document = await (await request.get("/api/openapi.json")).json();
  expect(document).toMatchObject({ openapi: "3.1.0", info: { version: packageJson.version } });
  expect(Object.keys(document.paths)).toContain("/api/transfers/{id}");
});

test("what a page failed of is one line of the log, under the number that its reader was shown", async ({
  browser,
}) => {
  // A dashboard of its own: its database is broken.
  const dashboard = await startDashboard();
  const file = openDatabase(join(dashboard.folder, "dashboard.db"));
  file.exec("alter table transfers rename to transfers_of_before");
  file.close();
  const { storageState, url } = dashboard;
  const page = await browser.newPage({ storageState });
  const answer = await page.goto(`${url}/transfers`);
  const digest = await page.getByRole("alert").locator("code").textContent();
  await page.close();
  await dashboard.stop();
  const lines = dashboard.output().split("\n");
  const line = lines.find((each) => each.includes(`"digest":"${digest}"`));
  expect(JSON.parse(line ?? "{}")).toMatchObject({
    msg: "a page or a handler failed",
    method: "GET",
    route: "/transfers",
    requestId: answer?.headers()["x-request-id"],
    name: "SqliteError",
  });
  // No other line tells it, and none the database's own words.
  expect(lines.filter((each) => each.includes("no such table"))).toEqual([]);
});
