import { answer } from "#lib/testing/service/faulty-service";
import { readFaults, redirects } from "./support/dashboards/faults";
import { expect, test } from "./support/dashboards/faulty-test";
import { startStranger } from "./support/steps/stranger";

// Long enough for a good answer on a busy machine.
test.use({ ownDashboard: "quote-faults", serviceTimeoutMs: "2000" });

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
  await expect(page.getByText("Couldn’t load the banks")).toBeVisible();
  service.recover();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("option", { name: /GTBank/ })).toBeVisible();
});

test("the quote says what happened and what to do, whatever goes wrong", async ({ page, service, watch }) => {
  watch.allowFailures(/^\/api\/quote$/);
  await page.goto("/transfers/new");
  for (const [at, { name, behaviour, title }] of readFaults.entries())
    await test.step(name, async () => {
      service.behave("quote", behaviour);
      await page.getByLabel("You send").fill(`125${at}.5`);
      const notice = page.getByRole("alert").or(page.getByRole("status")).filter({ hasText: title });
      await expect(notice).toBeVisible();
      await expect(notice).toContainText("No money has moved.");
      await expect(page.getByLabel("You send")).toHaveValue(`1,25${at}.5`);
      await expect(page.getByRole("main")).not.toContainText(/Gateway|<h1>|undefined|NaN|\[object/);
    });
});

test("a quote that failed comes back by a click", async ({ page, service, watch }) => {
  watch.allowFailures(/^\/api\/quote$/);
  service.behave("quote", answer(502, "{}"));
  await page.goto("/transfers/new");
  await page.getByLabel("You send").fill("1250.5");
  await expect(page.getByText("The service failed")).toBeVisible();
  service.recover();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("1,913,409.88").first()).toBeVisible();
  await expect(page.getByText("The service failed")).toHaveCount(0);
});

test("a redirect of a quote is not followed: the other origin hears nothing", async ({
  page,
  service,
  watch,
}) => {
  watch.allowFailures(/^\/api\/quote$/);
  const stranger = await startStranger();
  await page.goto("/transfers/new");
  for (const [index, status] of redirects.entries()) {
    service.behave("quote", answer(status, "{}", { location: `${stranger.url}/api/v1/transfers/quote` }));
    await page.getByLabel("You send").fill(`12${index}`);
    await expect(page.getByText(`HTTP ${status}, a redirect, which was not followed`)).toBeVisible();
  }
  expect(stranger.connections()).toBe(0);
  await stranger.close();
});

test("while another amount is typed the old sum is struck out, then gone", async ({ page }) => {
  await page.goto("/transfers/new");
  const amount = page.getByLabel("You send");
  await amount.fill("1250.5");
  const output = page.getByRole("definition").filter({ hasText: "1,913,409.88" }).locator("span").first();
  await expect(output).toBeVisible();
  await expect(output).toHaveCSS("text-decoration-line", "none");
  await page.clock.install();
  await amount.press("End");
  await amount.press("7");
  await expect(output).toHaveCSS("text-decoration-line", "line-through");
  await expect(page.getByText("6.25").locator("xpath=ancestor::dl/..")).toHaveCSS(
    "text-decoration-line",
    "line-through",
  );
  await amount.fill("");
  await expect(page.getByText("1,913,409.88")).toHaveCount(0);
  await expect(page.getByText("Enter an amount to see the rate and the fee.")).toBeVisible();
});

test("the address of a quote leads to the form of a transfer, with its amount and token", async ({
  page,
}) => {
  await page.goto("/quote?amount=75&asset=base:usdc");
  await expect(page).toHaveURL(/\/transfers\/new\?amount=75&asset=base:usdc/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("New transfer");
  await expect(page.getByLabel("You send")).toHaveValue("75");
  await expect(page.getByText(/^Quoted at/)).toBeVisible();
  const menu = page.getByRole("navigation", { name: "Pages" });
  await expect(menu.getByRole("link", { name: "Transfers" })).toBeVisible();
  for (const name of ["Quote", "Banks"]) await expect(menu.getByRole("link", { name })).toHaveCount(0);
});

test("a quote that renews itself says nothing, and Refresh keeps the focus and says its result", async ({
  page,
  service,
  watch,
}) => {
  await page.clock.install();
  await page.goto("/transfers/new");
  await page.getByLabel("You send").fill("1250.5");
  const said = page.getByRole("status").filter({ hasText: "The recipient gets about" });
  await page.clock.runFor(3_000);
  await expect(page.getByText(/^Quoted at/)).toBeVisible();
  await page.clock.runFor(3_000);
  await expect(said).toHaveText(/1,913,409.88 NGN/);
  await said.evaluate((element) => {
    const count = () => {
      document.body.dataset.said = `${Number(document.body.dataset.said ?? 0) + 1}`;
    };
    new MutationObserver(count).observe(element, { childList: true, subtree: true, characterData: true });
  });
  const saidCount = () => page.evaluate(() => Number(document.body.dataset.said ?? 0));
  const asked = () => service.callsOf("quote").length;

  const before = asked();
  const amount = page.getByLabel("You send");
  await amount.focus();
  service.behave(
    "quote",
    answer(200, '{"success":true,"quote":{"rate":1538.43,"output_amount":1913420.01,"fee":6.25}}'),
  );
  const answered = page.waitForResponse("**/api/quote");
  for (let seconds = 0; seconds < 60; seconds += 5) {
    await page.clock.runFor(5_000);
    await expect(amount).toBeFocused();
  }
  await answered;
  await page.clock.runFor(3_000);
  await expect(amount).toBeFocused();
  expect(asked() - before).toBeGreaterThanOrEqual(1);
  expect(await saidCount()).toBe(0);

  // Beyond the threshold it is news.
  service.behave(
    "quote",
    answer(200, '{"success":true,"quote":{"rate":1500.11,"output_amount":1865762.44,"fee":6.25}}'),
  );
  await expect(async () => {
    await page.clock.runFor(5_000);
    expect(await said.textContent()).toMatch(/1,865,762.44 NGN/);
  }).toPass();

  // Where none comes by itself, a button asks. It stays under the focus, and its answer is said.
  watch.allowFailures(/^\/api\/quote$/);
  service.behave("quote", answer(500, "{}"));
  const refresh = page.getByRole("button", { name: "Refresh now" });
  await expect(async () => {
    await page.clock.runFor(5_000);
    expect(await refresh.isVisible()).toBe(true);
  }).toPass();
  await refresh.focus();
  service.recover();
  const held = await saidCount();
  await page.keyboard.press("Enter");
  await expect(async () => {
    await page.clock.runFor(2_000);
    expect(await saidCount()).toBeGreaterThan(held);
  }).toPass();
  await expect(refresh).toBeFocused();
});
