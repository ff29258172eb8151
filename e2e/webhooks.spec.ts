import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { expectAccessible } from "./support/checks/accessible";
import { tabTo } from "./support/checks/keyboard";
import { moment } from "./support/checks/moment";
import { openUntil } from "./support/checks/open-until";
import { type Dashboard, startDashboard } from "./support/dashboards/dashboard";
import { test as base, expect, placeOfOwn } from "./support/dashboards/test";
import { ageConfirmations, owner } from "./support/steps/people";
import { createByApi } from "./support/steps/transfers";

/** The dashboard may send to this machine, where the receiver is. */
const test = base.extend({
  dashboard: async ({ servers }, use) => {
    const start = () => startDashboard({ WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8" });
    await use(await servers<Dashboard>("webhooks", start, placeOfOwn));
  },
});
type Received = { headers: IncomingHttpHeaders; body: string; type: string };

/** A system that gets webhooks; answers with `status`, which a test changes, to what has the words of `only`. */
async function startReceiver() {
  const received: Received[] = [];
  const state = { status: 204, text: "", only: "" };
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join("");
    received.push({ headers: request.headers, body, type: (JSON.parse(body) as { type: string }).type });
    if (body.includes(state.only)) response.writeHead(state.status).end(state.text);
    else response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks/path-token?key=query-token`,
    host: `127.0.0.1:${port}`,
    received,
    state,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Throws unless the secret signed it. */
const verify = (secret: string, { headers, body }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

const rowOf = (page: Page, name: string) => page.getByRole("rowgroup").filter({ hasText: name });
const panelButton = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true });
const shownSecret = (page: Page) => page.getByText(/^whsec_/);
const dialogButton = (page: Page, name: string) => page.getByRole("dialog").getByRole("button", { name });

async function add(page: Page, name: string, url: string) {
  await page.goto("/webhooks");
  await page.getByRole("button", { name: "Add an endpoint" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Address", { exact: true }).fill(url);
  await page.getByRole("button", { name: "Add the endpoint" }).click();
}

async function change(page: Page, name: string) {
  await rowOf(page, name)
    .getByRole("button", { name: `Change ${name}` })
    .click();
  await expect(panelButton(page, "Remove")).toBeVisible();
}

test("an endpoint is added, tested, given a new secret, turned off, and removed", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const receiver = await startReceiver();
  const name = "Ledger";
  await page.goto("/webhooks");
  await expect(page.getByText("No endpoints yet")).toBeVisible();
  await expectAccessible(page, "webhooks, none");
  await add(page, name, receiver.url);
  await expect(page.getByText("Copy the secret now. It is not shown again.")).toBeVisible();
  await page.getByRole("button", { name: "Copy the secret" }).click();
  const first = await page.evaluate(() => navigator.clipboard.readText());
  expect(await shownSecret(page).textContent()).toBe(first);
  await expectAccessible(page, "webhooks, a secret");
  await page.getByRole("button", { name: "Done" }).click();
  await page.reload();
  await expect(shownSecret(page)).toHaveCount(0);
  await expect(rowOf(page, name)).toContainText("Nothing sent yet");
  await expect(rowOf(page, name)).toContainText(receiver.host);
  await expect(page.getByText("path-token")).toHaveCount(0);

  await change(page, name);
  await panelButton(page, "Send a test").click();
  await expect(page.getByText(/^Delivered in \d+ ms: 204$/)).toBeVisible();
  const [tested] = receiver.received;
  expect(verify(first, tested as Received)).toMatchObject({ type: "endpoint.test" });
  await expect(rowOf(page, name)).toContainText("Delivering");
  await expectAccessible(page, "webhooks, a test delivered");
  await panelButton(page, "Done").click();

  await panelButton(page, "Make a new secret").click();
  await expectAccessible(page, "webhooks, the question before a new secret");
  await dialogButton(page, "Make a new secret").click();
  await expect(page.getByText("The old secret works for another 24 hours.")).toBeVisible();
  const second = (await shownSecret(page).textContent()) ?? "";
  expect(second).not.toBe(first);
  // It is shown once, so no other act takes it away.
  await panelButton(page, "Edit").click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(shownSecret(page)).toHaveText(second);
  await expectAccessible(page, "webhooks, a new secret of an endpoint");
  await panelButton(page, "Done").click();
  await expect(page.getByText(second)).toHaveCount(0);
  await expect(page.getByText(/^Messages are signed with both secrets until /)).toBeVisible();

  const { id } = await createByApi(page);
  await expect.poll(() => receiver.received.map(({ type }) => type)).toContain("transfer.created");
  const created = receiver.received.find(({ type }) => type === "transfer.created") as Received;
  for (const secret of [first, second])
    expect(verify(secret, created)).toMatchObject({ data: { transferId: id, sandbox: true } });

  receiver.state.status = 500;
  await panelButton(page, "Send a test").click();
  await expect(page.getByText("Not delivered: 500")).toBeVisible();
  await expect(page.getByText(new RegExp(`We try again at ${moment}`))).toBeVisible();
  await expect(rowOf(page, name)).toContainText(new RegExp(`Failing since ${moment}: 500`));
  await expectAccessible(page, "webhooks, a test that failed");
  await panelButton(page, "Done").click();

  await panelButton(page, "Turn off").click();
  await dialogButton(page, "Turn off").click();
  await expect(page.getByText("It is off.")).toBeVisible();
  await expect(panelButton(page, "Send a test")).toHaveCount(0);
  receiver.state.status = 204;
  await panelButton(page, "Turn on").click();
  await expect(page.getByText("It is on. Waiting messages are sent now.")).toBeVisible();

  await panelButton(page, "Edit").click();
  await expect(page.getByLabel("Address", { exact: true })).toHaveValue(receiver.url);
  await page.getByLabel("Address", { exact: true }).fill("https://localhost:1/");
  await page.getByLabel("Deposit seen").uncheck();
  await page.getByLabel("Name", { exact: true }).fill("Ledger of the group");
  await expectAccessible(page, "webhooks, an endpoint edited");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(rowOf(page, "Ledger of the group")).toContainText("localhost:1");
  await expect(rowOf(page, "Ledger of the group")).not.toContainText("Deposit seen");

  // What another admin may have changed since is not sent along.
  await panelButton(page, "Edit").click();
  await page.getByLabel("Name", { exact: true }).fill("Ledger of the group");
  const saving = page.waitForRequest((request) => request.method() === "PATCH");
  await page.getByLabel("Deposit seen").check();
  await page.getByRole("button", { name: "Save" }).click();
  expect(Object.keys((await saving).postDataJSON())).toEqual(["kinds"]);
  await expect(page.getByText("Saved.")).toBeVisible();

  await panelButton(page, "Remove").click();
  await expect(page.getByRole("dialog")).toContainText("You can’t undo this.");
  await dialogButton(page, "Remove").click();
  await expect(page.getByText("Ledger of the group is removed.")).toBeVisible();
  await expect(page.getByText("No endpoints yet")).toBeVisible();
  await page.goto("/audit");
  for (const act of ["added", "tested", "changed", "turned off", "turned on", "removed"])
    await expect(page.getByRole("main").getByText(`Endpoint ${act}`).last()).toBeAttached();
  await expect(page.getByText("path-token")).toHaveCount(0);
  await receiver.close();
});

test("an admin sends lines to a channel in Slack, whose address nobody sees again", {
  tag: "@detail",
}, async ({ page }) => {
  const receiver = await startReceiver();
  Object.assign(receiver.state, { status: 200, text: "ok" });
  await page.goto("/webhooks");
  await page.getByRole("button", { name: "Add an endpoint" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Finance channel");
  await page.getByRole("radio", { name: /^Slack message/ }).check();
  await expectAccessible(page, "webhooks, a Slack message to be added");
  await page.getByLabel("Address", { exact: true }).fill(receiver.url);
  await page.getByRole("button", { name: "Add the endpoint" }).click();
  await expect(page.getByText("Finance channel is added")).toBeVisible();
  await panelButton(page, "Done").click();
  const row = rowOf(page, "Finance channel");
  await expect(row).toContainText("Slack message");

  await change(page, "Finance channel");
  await expect(panelButton(page, "Make a new secret")).toHaveCount(0);
  await panelButton(page, "Send a test").click();
  await expect(page.getByText(/^Delivered in \d+ ms: 200$/)).toBeVisible();
  await panelButton(page, "Done").click();
  await createByApi(page);
  await expect
    .poll(() => receiver.received.map(({ body }) => JSON.parse(body).text as string).join("\n"))
    .toMatch(/^Sandbox, no real money\. Created: payout of [\d,.]+ \w+ to \S/m);

  await panelButton(page, "Edit").click();
  await expect(page.getByLabel("Address", { exact: true })).toHaveValue("");
  await expectAccessible(page, "webhooks, a Slack message edited");
  await page.getByLabel("Name", { exact: true }).fill("Payouts channel");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  // A message about the transfer that still arrives would turn the endpoint off before the test is sent.
  Object.assign(receiver.state, { status: 404, text: "no_service", only: "Test: messages about transfers" });
  await panelButton(page, "Send a test").click();
  await expect(page.getByText("Not delivered: Slack takes nothing more there (no_service)")).toBeVisible();
  await expect(rowOf(page, "Payouts channel")).toContainText(
    "Off: the receiver said that it is gone (no_service)",
  );
  await panelButton(page, "Remove").click();
  await dialogButton(page, "Remove").click();
  await expect(page.getByText("Payouts channel is removed.")).toBeVisible();
  await receiver.close();
});

test("what was sent is listed with its tries, and is sent again with the same ID", {
  tag: "@detail",
}, async ({ page, request }) => {
  const receiver = await startReceiver();
  receiver.state.status = 410;
  await page.goto("/webhooks/deliveries?state=given_up&transfer=00000000-0000-4000-8000-000000000000");
  await expect(page.getByText("No results")).toBeVisible();
  const longest =
    "Finance ledger of Adébáyọ̀ & Daughters International Holdings, Lagos, for everything paid out";
  const data = { name: longest, url: receiver.url, kinds: ["transfer.created", "transfer.accepted"] };
  const added = await request.post("/api/webhooks", { data });
  const { endpoint } = (await added.json()) as { endpoint: { id: string } };
  const transfer = await createByApi(page);
  await openUntil(page, "/webhooks/deliveries", page.getByText("Given up: 410").first());
  await page.goto("/webhooks");
  await expect(rowOf(page, longest)).toContainText("Off: the receiver said that it is gone (410)");
  receiver.state.status = 200;
  await change(page, longest);
  await panelButton(page, "Turn on").click();
  await expect(page.getByText("It is on. Waiting messages are sent now.")).toBeVisible();
  await page.getByRole("link", { name: "Its deliveries" }).click();
  await page.getByRole("link", { name: "Given up" }).click();
  const row = page.getByRole("row").filter({ hasText: "Given up: 410" });
  await row.getByText("Details").click();
  await expect(row.getByText(/^msg_/)).toBeVisible();
  await expect(row.getByText("410", { exact: true })).toBeVisible();
  await expectAccessible(page, "deliveries, one given up");
  await expect(row.getByRole("link", { name: transfer.id.slice(0, 8) })).toBeVisible();

  const before = receiver.received.length;
  const [failed] = receiver.received;
  await row.getByRole("button", { name: /^Send again/ }).click();
  await expect(page.getByRole("dialog")).toContainText("The receiver may get it twice.");
  await expectAccessible(page, "deliveries, the question before sending again");
  await dialogButton(page, "Send again").click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect.poll(() => receiver.received.length).toBeGreaterThan(before);
  const again = receiver.received.find(
    ({ headers }, place) => place >= before && headers["webhook-id"] === failed?.headers["webhook-id"],
  );
  expect(again?.body).toBe(failed?.body);
  await page.goto(`/transfers/${transfer.id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("link", { name: "Deliveries of this transfer" }).click();
  await expect(page.getByText("For one transfer")).toBeVisible();
  await expect(page.getByText("Delivered: 200").first()).toBeVisible();
  await page.goto(`/webhooks/deliveries?endpoint=${endpoint.id}`);
  await expectAccessible(page, "deliveries of an endpoint");
  await page.goto("/webhooks");
  await expectAccessible(page, "webhooks, a long name");
  await request.delete(`/api/webhooks/${endpoint.id}`);
  await receiver.close();
});

test("an address that leads nowhere good is refused at its field, and a rest asks for the password", {
  tag: "@detail",
}, async ({ page, dashboard, watch }) => {
  watch.allowFailures(/\/api\/webhooks$/);
  ageConfirmations(dashboard);
  await page.goto("/webhooks");
  // By keyboard alone.
  await tabTo(page, page.getByRole("button", { name: "Add an endpoint" }));
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.type("Internal");
  await tabTo(page, page.getByLabel("Address", { exact: true }));
  await page.keyboard.type("https://10.0.0.7/hook");
  await page.keyboard.press("Enter");
  await page.getByLabel("Password").fill(owner.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText(/10\.0\.0\.7 leads to a private address\./)).toBeVisible();
  await expect(page.getByLabel("Address", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Internal");
  await expectAccessible(page, "webhooks, a private address refused");
});
