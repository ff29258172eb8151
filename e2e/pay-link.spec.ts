import type { Browser, Locator, Page } from "@playwright/test";
import type { PayerView } from "#lib/contract/pay/pay-links";
import { expectAccessible } from "./support/checks/accessible";
import { findSecret } from "./support/checks/canary";
import { expect, test } from "./support/dashboards/test";
import { owner } from "./support/steps/people";
import { createByApi, linkByApi } from "./support/steps/transfers";

const tokenOf = (link: string) => link.split("/").at(-1) ?? "";

async function payer(browser: Browser, javaScriptEnabled = true) {
  const storageState = { cookies: [], origins: [] };
  const context = await browser.newContext({ storageState, javaScriptEnabled, locale: "en-GB" });
  return context.newPage();
}

test("a link is made and copied once, opens without an account and without scripts, and ends", async ({
  page,
  browser,
  context,
  dashboard,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id, address } = await createByApi(page, { accountName: "SANDBOX WAITS" });
  await page.goto(`/transfers/${id}`);
  const share = page.getByRole("button", { name: "Share with payer" });
  await share.click();
  const card = page.getByRole("dialog", { name: "Share with payer" });
  await card.getByLabel("The link works for").selectOption("2 hours");
  await card.getByLabel("Reference for the payer").fill("Invoice 7");
  await card.getByLabel(/^Show the bank/).check();
  await card.getByRole("button", { name: "Create the link" }).click();
  await expect(card.locator(":focus")).toContainText("The link for the payer");
  await card.getByRole("button", { name: "Copy the link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await expect(card.getByText(/is open until/)).toBeVisible();
  await card.getByText("Does the payer have the right address?").click();
  await card.getByRole("button", { name: "Pick three groups" }).click();
  await card.getByRole("button", { name: "Show the right answers" }).click();
  await expect(card.getByRole("listitem")).toHaveCount(3);
  await expectAccessible(page, "a link for the payer");

  const other = await payer(browser);
  const answered = await other.goto(link);
  expect(answered?.status()).toBe(200);
  const headers = await answered?.allHeaders();
  expect(headers?.["cache-control"]).toContain("no-store");
  expect(headers?.["referrer-policy"]).toBe("no-referrer");
  expect(headers?.["x-robots-tag"]).toBe("noindex");
  expect(headers).not.toHaveProperty("set-cookie");
  await expect(other).toHaveTitle("Payment request");
  await expect(other.getByRole("heading", { level: 1 })).toHaveText(/asks you to send$/);
  await expect(other.getByText("Invoice 7")).toBeVisible();
  await expect(other.getByRole("img", { name: /^QR code of the Base/ })).toBeVisible();
  await expect(other.getByText(`Check that this page is on ${new URL(link).host}.`)).toBeVisible();
  await expectAccessible(other, "the payer's page");
  const plain = await payer(browser, false);
  await plain.goto(link);
  await expect(plain.getByText((address ?? "").slice(-4), { exact: true })).toBeVisible();
  await expect(plain.getByRole("button", { name: "Copy address" })).toBeHidden();

  await card.getByRole("button", { name: "End the link", exact: true }).click();
  await expect(card.locator(":focus")).toContainText("The link has ended.");
  await other.getByRole("button", { name: "Copy address" }).focus();
  // As when the payer comes back to the page; else it looks every 10 seconds.
  await other.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(other.getByRole("heading", { name: "This link has ended. Do not send." })).toBeVisible();
  await expect(other.getByRole("button", { name: "Copy address" })).toHaveCount(0);
  // What had the focus is gone.
  await expect(other.getByRole("heading", { level: 1 })).toBeFocused();
  await page.reload();
  await expect(share).toBeVisible();
  await expect(page.getByText(tokenOf(link))).toHaveCount(0);
  expect(findSecret(tokenOf(link), { "the output of the server": dashboard.output() })).toEqual([]);
  await Promise.all([other.context().close(), plain.context().close()]);
});

test("a payer’s page tells nothing but what a payer needs, in any state, in the page or its payload", async ({
  page,
  dashboard,
}) => {
  const transfer = await createByApi(page, {
    // No share of it looks like the rate.
    amount: "2250.50",
    accountName: "SANDBOX WAITS Ngozi",
    purpose: "Purpose of ours",
    reference: "Reference of ours",
  });
  const { id, transactionId, accountNumber, address } = transfer;
  await page.request.post(`/api/transfers/${id}/notes`, { data: { kind: "note", text: "Note of ours" } });
  const link = await linkByApi(page, transfer);
  const forbidden = [id, transactionId ?? "", accountNumber, owner.email];
  const words = ["Ngozi", "of ours", "NGN", "1,5", "Guaranty", "estimate"];
  const read = async (headers: Record<string, string> = {}) => {
    // Somebody who is signed in is told no more than others.
    const answer = await page.request.get(link, { headers });
    expect(answer.status()).toBe(200);
    return answer.text();
  };
  // Each outweighs the one before it.
  const states = ["open", "expired", "deposit_received", "overpaid", "underpaid", "completed"];
  const seen: string[] = [];
  for (const state of states) {
    if (state !== "open") {
      await page.request.post(`/api/transfers/${id}/sandbox`, { data: { status: state } });
      const now = async () =>
        ((await (await page.request.get(link.replace("/pay/", "/api/pay/"))).json()) as PayerView).state;
      await expect.poll(now).not.toBe(seen.at(-1));
    }
    const view = await (await page.request.get(link.replace("/pay/", "/api/pay/"))).text();
    seen.push((JSON.parse(view) as PayerView).state);
    for (const text of [view, await read(), await read({ rsc: "1" })]) {
      for (const word of [...forbidden, ...words]) expect(text, `${state}: ${word}`).not.toContain(word);
      expect(text.includes(address ?? ""), state).toBe(state === "open");
    }
  }
  expect(seen).toEqual(["open", "expired", "received", "over", "short", "finished"]);
  expect(await read()).toContain("Closed. Do not send.");

  // What is unknown, malformed or cut is one and the same page.
  const token = tokenOf(link);
  const others = [token.slice(1), `${token}A`, "A".repeat(43), "%00", "..%2f..%2ftransfers", "😀"];
  for (const other of others) {
    const answer = await page.request.get(`/pay/${other}`);
    expect(answer.status(), other).toBe(404);
    expect(await answer.text(), other).toContain("This link isn’t known here");
    expect((await page.request.get(`/api/pay/${other}`)).status(), other).toBe(404);
  }
  expect(findSecret(token, { "the output of the server": dashboard.output() })).toEqual([]);
  expect(dashboard.output()).not.toContain(token.slice(1));
});

/** Everything by which somebody would send. */
async function expectNothingAsked(place: Page | Locator, address: string) {
  await expect(place.getByText(/The time to send has passed/)).toBeVisible();
  await expect(place.getByRole("img", { name: /^QR code/ })).toHaveCount(0);
  await expect(place.getByRole("button", { name: /^Copy/ })).toHaveCount(0);
  await expect(place.getByText("1,250.50")).toHaveCount(0);
  await expect(place.getByText(address.slice(-4), { exact: true })).toBeHidden();
}

test("with the server away, address, QR and amount end with “send before”, on the payer’s page and ours", async ({
  page,
  browser,
  watch,
}) => {
  watch.allowAbsence();
  const transfer = await createByApi(page, { accountName: "SANDBOX SILENT" });
  const link = await linkByApi(page, transfer);
  const address = transfer.address ?? "";
  const other = await payer(browser);
  const slept = await payer(browser);
  // A clock that is wrong by years says nothing.
  await other.clock.install({ time: new Date("2019-01-01T00:00:00Z") });
  await page.clock.install();
  await page.goto(`/transfers/${transfer.id}`);
  const full = new URL(link, page.url()).href;
  for (const tab of [other, slept]) {
    await tab.goto(full);
    await expect(tab.getByRole("img", { name: /^QR code of the Base/ })).toBeVisible();
    await tab.context().setOffline(true);
  }
  await page.context().setOffline(true);
  await other.clock.fastForward("20:00");
  await expect(other.getByRole("button", { name: "Copy address" })).toBeVisible();
  // Set back by an hour, it goes on all the same.
  await other.clock.setSystemTime(new Date("2018-12-31T23:00:00Z"));
  await other.clock.fastForward("09:00");
  await expect(other.getByRole("button", { name: "Copy address" })).toBeVisible();
  await other.getByRole("button", { name: "Copy address" }).focus();
  await other.clock.fastForward("02:00");
  await expectNothingAsked(other, address);
  await expect(other.getByRole("heading", { level: 1 })).toBeFocused();
  await expectAccessible(other, "the payer’s page after its time");
  await page.clock.fastForward("31:00");
  await expectNothingAsked(page.getByRole("region", { name: "Deposit", exact: true }), address);

  // A page that the browser keeps is kept without the address, and shows it again only within the time.
  await slept.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
  await expect(slept.getByRole("button", { name: "Copy address" })).toHaveCount(0);
  await slept.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(slept.getByRole("button", { name: "Copy address" })).toBeVisible();
  // As after a sleep in which the page's own time stood still.
  await slept.evaluate(() => {
    const real = Date.now;
    Date.now = () => real() + 31 * 60_000;
    window.dispatchEvent(new Event("focus"));
  });
  await expectNothingAsked(slept, address);
  await Promise.all([other.context().close(), slept.context().close()]);
});

test("without scripts the payer’s page loads itself again when the time to send is over", async ({
  page,
}) => {
  const transfer = await createByApi(page, { accountName: "SANDBOX SILENT" });
  const text = await (await page.request.get(await linkByApi(page, transfer))).text();
  const seconds = /<noscript>(?:<!--.*?-->)?<meta http-equiv="refresh" content="(\d+)"/.exec(text)?.[1];
  // At most the half hour that there is to send.
  expect(Number(seconds)).toBeGreaterThan(0);
  expect(Number(seconds)).toBeLessThanOrEqual(1_801);
});
