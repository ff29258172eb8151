import {
  answer,
  type Behaviour,
  goodAddress,
  reset,
  startFaultyService,
  testKey,
} from "#lib/testing/service/faulty-service";
import { startDashboard } from "./support/dashboards/dashboard";
import { markup } from "./support/dashboards/faults";
import { expect, test } from "./support/dashboards/faulty-test";
import { createButton, createdTransfer, detailsOf, openCheck } from "./support/steps/journey";
import { startStranger } from "./support/steps/stranger";
import { createByApi } from "./support/steps/transfers";

// Long enough for a good answer on a busy machine.
test.use({ serviceTimeoutMs: "2000" });

const html = { "content-type": "text/html" };

/** An account number as its field shows it. */
const grouped = (digits: string) => `${digits.slice(0, 4)} ${digits.slice(4, 7)} ${digits.slice(7)}`;

/** A definite no: nothing was created, and a new try is a new transfer. */
const rejections: Record<string, { behaviour: Behaviour; says: RegExp; does?: RegExp }> = {
  "400 with a message": {
    behaviour: answer(400, '{"message":"Amount is below the minimum"}'),
    says: /The service said: Amount is below the minimum/,
  },
  "401": {
    behaviour: answer(401, '{"message":"Invalid API key"}'),
    says: /Invalid API key/,
    does: /Your admin must renew the key\./,
  },
  "403": { behaviour: answer(403, '{"error":{"message":"Not allowed"}}'), says: /Not allowed/ },
  "422 with HTML": { behaviour: answer(422, markup, html), says: /HTTP 422/ },
  "429": {
    behaviour: answer(429, '{"message":"Too many requests"}', { "retry-after": "3" }),
    says: /Too many requests/,
    // Counted from what the service said, to its end.
    does: /^You can try again now\.$/,
  },
  "200 with success false": {
    behaviour: answer(200, '{"success":false,"message":"Invalid account number"}'),
    says: /Invalid account number/,
    does: /^It refused the account number\. Correct it and try again\.$/,
  },
};

test("a definite no is called rejected; the next try starts with what was typed, and names the one before", async ({
  page,
  service,
}) => {
  const details = detailsOf();
  await openCheck(page, details);
  let before: string | null = null;
  for (const [name, { behaviour, says, does }] of Object.entries(rejections))
    await test.step(name, async () => {
      service.behave("initiate", behaviour);
      const calls = service.callsOf("initiate").length;
      await createButton(page).click();
      await page.waitForURL((url) => !url.pathname.endsWith("/new"));
      const transfer = await createdTransfer(page);
      expect(transfer).toMatchObject({ status: "rejected", replaces: before });
      await expect(page.getByText("The service rejected the transfer")).toBeVisible();
      await expect(page.getByText(says).first()).toBeVisible();
      if (does !== undefined) await expect(page.getByText(does).first()).toBeVisible();
      await expect(page.getByText(/Nothing was created and no money has moved/)).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      await expect(page.getByRole("img", { name: /QR code/ })).toHaveCount(0);
      expect(service.callsOf("initiate").length - calls).toBe(1);

      await page.getByRole("link", { name: "Edit and try again" }).click();
      await expect(page.getByLabel("Account number")).toHaveValue(grouped(details.accountNumber));
      await expect(page.getByLabel("Account name")).toHaveValue(details.accountName);
      await expect(page.getByLabel("You send")).toHaveValue("1,250.50");
      await page.getByRole("button", { name: "Check the transfer" }).click();
      before = transfer.id;
    });
  service.recover();
  await createButton(page).click();
  await page.waitForURL((url) => !url.pathname.endsWith("/new"));
  expect(await createdTransfer(page)).toMatchObject({ status: "accepted", replaces: before });
});

/**
 * Nobody can tell whether a transfer was created: without an answer to show, and with one that holds an address. All other
 * ways are in `offramp.test.ts` of the service, and read alike by a person.
 */
const unknowns: Record<string, Behaviour> = {
  "500 with HTML": answer(500, markup, html),
  "success false with an address": answer(
    200,
    `{"success":false,"address":"${goodAddress}","transactionId":"txn_1"}`,
  ),
};

for (const [name, behaviour] of Object.entries(unknowns)) {
  test(`an outcome that nobody knows is called unknown: ${name}`, async ({ page, service }) => {
    service.behave("initiate", behaviour);
    const before = service.callsOf("initiate").length;
    await openCheck(page, detailsOf());
    await createButton(page).click();
    const transfer = await createdTransfer(page);
    expect(transfer.status).toBe("unknown");
    await expect(page.getByText("We don’t know whether the transfer was created")).toBeVisible();
    await expect(page.getByText(/No money has moved: you were given no address/)).toBeVisible();
    await expect(page.getByText(/Don’t create it again/)).toBeVisible();
    await expect(page.getByText(/ask the service/i).first()).toBeVisible();
    await expect(page.getByRole("img", { name: /QR code/ })).toHaveCount(0);
    await expect(page.getByRole("link", { name: /try again|Create again/ })).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Deposit" })).toHaveCount(0);

    // Looking at it again sends nothing again.
    service.recover();
    await page.reload();
    await expect(page.getByText("We don’t know whether the transfer was created")).toBeVisible();
    expect(service.callsOf("initiate").length - before).toBe(1);
  });
}

test("a redirect of a creation is not followed: the outcome is unknown, the other origin hears nothing", async ({
  page,
  service,
}) => {
  const stranger = await startStranger();
  for (const status of [302, 307]) {
    service.behave(
      "initiate",
      answer(status, "{}", { location: `${stranger.url}/api/v1/transfers/initiate` }),
    );
    const { id, status: outcome } = await createByApi(page);
    expect(outcome).toBe("unknown");
    await page.goto(`/transfers/${id}`);
    await expect(page.getByText("We don’t know whether the transfer was created")).toBeVisible();
  }
  expect(stranger.connections()).toBe(0);
  await stranger.close();
});

const wrongAddresses: Record<string, string> = {
  "with one letter changed": `${goodAddress.slice(0, -1)}D`,
  "with a letter that turns the direction": `${goodAddress.slice(0, 20)}\\u202e${goodAddress.slice(20)}`,
  "with markup": "<img src=x onerror=alert(1)>",
};

test("an address that is none is no address to send to: no QR, nothing to copy", async ({
  page,
  service,
}) => {
  for (const [at, [name, address]] of Object.entries(wrongAddresses).entries())
    await test.step(name, async () => {
      service.behave(
        "initiate",
        answer(200, `{"success":true,"address":"${address}","transactionId":"txn_\\u200b${at}"}`),
      );
      const { id } = await createByApi(page);
      await page.goto(`/transfers/${id}`);
      const transfer = await createdTransfer(page);
      expect(transfer).toMatchObject({ status: "accepted", addressCheck: "invalid" });
      await expect(page.getByText("This does not look like a Base address. Do not send.")).toBeVisible();
      await expect(page.getByRole("img", { name: /QR code/ })).toHaveCount(0);
      await expect(page.getByRole("button", { name: "Copy address" })).toHaveCount(0);
      // What a screen would hide is seen.
      await expect(page.getByText(`txn_\\u{200B}${at}`, { exact: true })).toBeVisible();
      const seen = `${transfer.address}`.replace("\u202e", "\\u{202E}");
      await expect(page.getByText(seen, { exact: true })).toBeVisible();
    });
});

test("a service that cannot be reached at the last moment: nothing was sent, nothing was created", async ({
  browser,
}) => {
  const service = await startFaultyService();
  const dashboard = await startDashboard({ OFFRAMP_BASE_URL: service.baseUrl, OFFRAMP_API_KEY: testKey });
  const page = await browser.newPage({ baseURL: dashboard.url, storageState: dashboard.storageState });
  await openCheck(page, detailsOf());
  // The quote that is checked before a creation is the last that the service answers.
  service.behave("quote", (response, call) => {
    response.on("finish", () => void service.close());
    answer(200, '{"success":true,"quote":{"rate":1538.42,"output_amount":1913409.88,"fee":6.25}}')(
      response,
      call,
    );
  });
  await createButton(page).click();
  expect((await createdTransfer(page)).status).toBe("rejected");
  await expect(page.getByText("The transfer was not sent")).toBeVisible();
  await expect(
    page.getByText("The service could not be reached. Nothing was sent to it.").first(),
  ).toBeVisible();
  await expect(page.getByText(/Nothing was created and no money has moved/)).toBeVisible();
  expect(service.callsOf("initiate")).toHaveLength(0);
  await page.close();
  await dashboard.stop();
});

test("without a fresh quote nothing is created, nothing is lost, and the same button tries again", {
  tag: "@detail",
}, async ({ page, service, watch }) => {
  watch.allowFailures(/^\/api\/(transfers|quote)$/);
  const before = service.callsOf("initiate").length;
  await openCheck(page, detailsOf());
  service.behave("quote", reset);
  await createButton(page).click();
  await expect(page.getByText("The service cannot be reached")).toBeVisible();
  await expect(page.getByText(/Nothing was created/).first()).toBeVisible();
  expect(service.callsOf("initiate").length - before).toBe(0);
  service.recover();
  await createButton(page).click();
  expect((await createdTransfer(page)).status).toBe("accepted");
  expect(service.callsOf("initiate").length - before).toBe(1);
});

test("a quote that fell meanwhile shows both amounts, and creates only after a fresh click", async ({
  page,
  service,
  watch,
}) => {
  watch.allowFailures(/^\/api\/transfers$/);
  const before = service.callsOf("initiate").length;
  await openCheck(page, detailsOf());
  service.behave(
    "quote",
    answer(200, '{"success":true,"quote":{"rate":1500.11,"output_amount":1865762.44,"fee":6.25}}'),
  );
  await createButton(page).click();
  const notice = page.getByRole("status").filter({ hasText: "The estimate has changed" });
  await expect(notice).toContainText("1,913,409.88");
  await expect(notice).toContainText("1,865,762.44");
  await expect(notice).toContainText("%");
  await expect(createButton(page)).toBeDisabled();
  expect(service.callsOf("initiate").length - before).toBe(0);
  // The notice has the focus, and one Tab leads to what it asks.
  await expect(page.locator(":focus")).toContainText("The estimate has changed");
  await page.keyboard.press("Tab");
  await expect(notice.getByRole("button", { name: /^Accept 1,865,762\.44 NGN/ })).toBeFocused();
  const created = answer(200, `{"success":true,"address":"${goodAddress}","transactionId":"txn_moved"}`);
  let answerIt = () => {};
  const isTold = new Promise<void>((resolve) => {
    answerIt = resolve;
  });
  service.behave("initiate", (...call) => void isTold.then(() => created(...call)));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Creating the transfer" })).toBeFocused();
  answerIt();
  const transfer = await createdTransfer(page);
  expect(transfer.quote?.outputAmount).toBe("1865762.44");
  expect(service.callsOf("initiate").length - before).toBe(1);
});
