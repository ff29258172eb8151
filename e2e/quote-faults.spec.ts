import { freePort } from "#lib/testing/servers/server-process";
import { answer } from "#lib/testing/service/faulty-service";
import { startDashboard } from "./support/dashboard";
import { patience, readFaults, redirects } from "./support/faults";
import { expect, test } from "./support/faulty-test";
import { startStranger } from "./support/stranger";

test.use({ ownDashboard: "quote-faults" });

// It stands first: a list that was had once is shown again, with its age, when the service is away.
test("the banks' list that cannot be had says so, and can be asked for again", async ({
  page,
  service,
  watch,
}) => {
  watch.allowFailures(/^\/api\/banks$/);
  service.behave("banks", answer(500, "<h1>Gateway</h1>", { "content-type": "text/html" }));
  await page.goto("/transfers/new");
  await page.getByRole("combobox", { name: "Bank", exact: true }).click();
  await expect(page.getByText("Couldn’t load the banks")).toBeVisible(patience);
  service.recover();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("option", { name: /GTBank/ })).toBeVisible(patience);
});

for (const { name, behaviour, title } of readFaults) {
  test(`the quote page says what happened and what to do: ${name}`, async ({ page, service, watch }) => {
    watch.allowFailures(/^\/api\/quote$/);
    service.behave("quote", behaviour);
    await page.goto("/quote");
    await page.getByLabel("You send").fill("1250.5");
    const notice = page.getByRole("alert").or(page.getByRole("status")).filter({ hasText: title });
    await expect(notice).toBeVisible(patience);
    await expect(notice).toContainText("No money has moved.");
    await expect(page.getByLabel("You send")).toHaveValue("1,250.5");
    await expect(page.getByRole("main")).not.toContainText(/Gateway|<h1>|undefined|NaN|\[object/);
  });
}

test("a quote that failed comes back by a click", async ({ page, service, watch }) => {
  watch.allowFailures(/^\/api\/quote$/);
  service.behave("quote", answer(502, "{}"));
  await page.goto("/quote");
  await page.getByLabel("You send").fill("1250.5");
  await expect(page.getByText("The service failed")).toBeVisible(patience);
  service.recover();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("1,913,409.88").first()).toBeVisible(patience);
  await expect(page.getByText("The service failed")).toHaveCount(0);
});

test("a redirect of a quote is not followed: the other origin hears nothing", async ({
  page,
  service,
  watch,
}) => {
  watch.allowFailures(/^\/api\/quote$/);
  const stranger = await startStranger();
  await page.goto("/quote");
  for (const [index, status] of redirects.entries()) {
    service.behave("quote", answer(status, "{}", { location: `${stranger.url}/api/v1/transfers/quote` }));
    await page.getByLabel("You send").fill(`12${index}`);
    await expect(page.getByText(`HTTP ${status}, a redirect, which was not followed`)).toBeVisible(patience);
  }
  expect(stranger.connections()).toBe(0);
  await stranger.close();
});

test("a service that is away is named on the overview and the quote page, and nothing hangs", async ({
  browser,
}) => {
  const dashboard = await startDashboard({
    OFFRAMP_BASE_URL: `http://127.0.0.1:${await freePort()}`,
    OFFRAMP_API_KEY: "key-of-a-service-that-is-away",
  });
  const page = await browser.newPage({ baseURL: dashboard.url, storageState: dashboard.storageState });
  await page.goto("/");
  const panel = page.getByRole("region", { name: "Business" });
  await expect(panel.getByText("The service cannot be reached")).toBeVisible(patience);
  await expect(panel.getByText(/We can’t tell whether the business is active/)).toBeVisible();
  await page.goto("/quote");
  await page.getByLabel("You send").fill("1250.5");
  await expect(page.getByText("The offramp service cannot be reached.")).toBeVisible(patience);
  await page.close();
  await dashboard.stop();
});
