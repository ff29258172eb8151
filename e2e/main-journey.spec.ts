import { openPersonMenu } from "./support/checks/keyboard";
import { readQr } from "./support/checks/pixels";
import { expect, test } from "./support/dashboards/test";
import { detailsOf, readTransfer } from "./support/steps/journey";
import { expectDeposit, expectFound, makeTransfer } from "./support/steps/main-journey";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** The sandbox acts as if nobody had paid yet, so the deposit page stays. */
const waits = "SANDBOX WAITS";

test("without a key: a quote, a bank by typing, a transfer, its QR in both themes, and again after a restart", {
  tag: "@detail",
}, async ({ page, dashboard, watch }) => {
  const transfer = await makeTransfer(page, detailsOf({ accountName: waits }));
  await expectDeposit(page, transfer, "1250.50", "Sandbox address. Send nothing real.");
  await expect(page.getByText("Sandbox: no real money")).toBeVisible();

  // The page stays open, and asks for its transfer meanwhile.
  watch.allowAbsence();
  await dashboard.restart();
  await expectFound(page, transfer);
  const qr = page.getByRole("region", { name: "Deposit" }).getByRole("img", { name: /QR code/ });
  expect(await readQr(qr)).toBe(transfer.address);
  // As an extension for dark pages does it: it rewrites every colour that the page draws.
  await page.evaluate(() => {
    const dark = new CSSStyleSheet();
    dark.replaceSync(
      "* { background: #181a1b !important; color: #e8e6e3 !important; fill: #181a1b !important }",
    );
    document.adoptedStyleSheets.push(dark);
  });
  expect(await readQr(qr)).toBe(transfer.address);
});

test("each button of a transfer copies its value to the letter", async ({ page, context, baseURL }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id, transactionId, address, amount } = await makeTransfer(
    page,
    detailsOf({ amount: "1000.000001", accountName: waits }),
  );
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const deposit = page.getByRole("region", { name: "Deposit" });
  await deposit.getByRole("button", { name: "Copy address" }).click();
  expect(await clipboard()).toBe(address);
  await deposit.getByRole("button", { name: "Copy amount" }).click();
  expect(await clipboard()).toBe(amount);
  expect(amount).toBe("1000.000001");
  const facts = page.getByRole("region", { name: "Details" });
  await facts.getByRole("button", { name: "Copy transfer ID" }).click();
  expect(await clipboard()).toBe(id);
  await facts.getByRole("button", { name: "Copy transaction ID" }).click();
  expect(await clipboard()).toBe(transactionId);
  await page.getByRole("button", { name: /^More/ }).click();
  await page.getByRole("button", { name: "Copy link" }).click();
  expect(await clipboard()).toBe(`${baseURL}/transfers/${id}`);
  await page.keyboard.press("Escape");
  await deposit.getByRole("button", { name: "Copy payment instructions" }).click();
  const instructions = (await clipboard()).split("\n");
  expect(instructions).toContain(`Address: ${address}`);
  expect(instructions).toContain("Send exactly 1000.000001 USDC on Base.");
  await page.getByRole("button", { name: /^More/ }).click();
  await page.getByRole("button", { name: "Copy summary for a ticket" }).click();
  await page.keyboard.press("Escape");
  const summary = (await clipboard()).split("\n");
  expect(summary).toEqual(expect.arrayContaining([`Transfer: ${id}`, `Deposit address: ${address}`]));
  // A selection by hand gives the same: the gaps between the groups are no characters.
  await deposit.locator("code").click();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(address);
});

test("the theme is in the page from its first byte", async ({ page, request, baseURL }) => {
  await page.goto("/");
  // What the page itself asks for is there: from now on it answers to a click.
  await expect(
    page.getByRole("region", { name: "Business" }).getByText("Active", { exact: true }),
  ).toBeVisible();
  await openPersonMenu(page);
  await page.getByRole("radio", { name: "Dark" }).check({ force: true });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const html = await (await request.get(`${baseURL}/transfers`, { headers: { cookie } })).text();
  expect(html).toMatch(/<html[^>]*data-theme="dark"/);
});

test("a theme that is chosen before the page is alive holds", async ({ page }) => {
  let letScriptsIn = () => {};
  const scripts = new Promise<void>((resolve) => {
    letScriptsIn = resolve;
  });
  await page.route("**/_next/static/**/*.js", async (route) => {
    await scripts;
    await route.continue();
  });
  await page.goto("/account", { waitUntil: "commit" });
  await openPersonMenu(page);
  await page.getByRole("radio", { name: "Dark" }).check({ force: true });
  letScriptsIn();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("the whole way: a quote, a transfer, its wallet, the network, and paid, in seconds and clicks", async ({
  page,
}) => {
  // A real wallet in this browser: the sandbox's addresses would swallow its money, so nobody calls for it.
  await page.addInitScript(() => {
    const noted = { clicks: 0, calls: 0 };
    Reflect.set(window, "noted", noted);
    const count = (event: string, name: keyof typeof noted) =>
      addEventListener(
        event,
        () => {
          noted[name] += 1;
        },
        true,
      );
    count("pointerdown", "clicks");
    count("eip6963:requestProvider", "calls");
  });
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 100) / 10;
  const { id } = await makeTransfer(page, detailsOf());
  const created = seconds();
  const button = (name: RegExp | string) => page.getByRole("button", { name });
  await button("Pay from wallet").click();
  await button("Sandbox wallet").click();
  await button("Ask Sandbox wallet to send 1,250.50 USDC").click();
  await expect(page.getByText("Sandbox wallet says it sent. Don’t send again.")).toBeVisible();
  await expect(page.getByRole("img", { name: /QR code/ })).toHaveCount(0);
  const funded = seconds();
  await expect(page.getByText("Confirmed on Base: 1,250.50 USDC")).toBeVisible();
  const confirmed = seconds();
  await expect(page.getByText(/Status from the service’s update/)).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Deposits on Base" }).getByText(/don’t send again/i),
  ).toBeVisible();
  await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("img", { name: /QR code/ })).toHaveCount(0);
  const kinds = (await readTransfer(page, id)).events.map(({ kind }) => kind);
  const way = ["fund_asked", "fund_sent", "deposit_seen", "deposit_confirmed", "callback"];
  expect(kinds.filter((kind, at) => way.includes(kind) && kinds.indexOf(kind) === at).sort()).toEqual(
    way.sort(),
  );
  const { clicks, calls } = await page.evaluate(() => Reflect.get(window, "noted") as Record<string, number>);
  expect([calls, clicks]).toEqual([0, expect.any(Number)]);
  process.stdout.write(
    `From the overview to paid: ${clicks} clicks; created after ${created} s, sent ${funded} s, confirmed ${confirmed} s, reported paid ${seconds()} s\n`,
  );
});
