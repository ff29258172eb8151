import { expect, test } from "./support/dashboards/test";

const honest =
  "This dashboard has no transfer with that ID. Only transfers created in this dashboard can be found.";

const ids: Record<string, string> = {
  "a transaction ID of nobody": "txn_0123456789",
  "a UUID of nobody": "00000000-0000-4000-8000-000000000000",
  "an address of nobody": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  markup: "%3Cscript%3Ealert(1)%3C%2Fscript%3E",
  "a path": "..%2F..%2Fetc%2Fpasswd",
  "a quote": "'%20or%20'1'%3D'1",
  "a null byte": "%00",
  "a right-to-left mark": "%E2%80%AE12",
  "300 characters": "a".repeat(300),
};

test("a transfer that is not here is said to be not here, with status 404, whatever was asked for", {
  tag: "@detail",
}, async ({ page, watch }) => {
  watch.allowFailures(/^\/transfers\//);
  for (const [name, id] of Object.entries(ids))
    await test.step(name, async () => {
      const answer = await page.goto(`/transfers/${id}`);
      expect(answer?.status()).toBe(404);
      await expect(page.getByText(honest)).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Transfer not found");
      await expect(page).toHaveTitle(/not found/i);
    });
});

test("an ID that is no text at all is refused, says nothing of the server, and harms nobody else", async ({
  request,
}) => {
  const answer = await request.get("/transfers/%E0%A4%A");
  expect(answer.status()).toBe(400);
  expect(await answer.text()).not.toMatch(/\n\s+at |node_modules|Error:/);
  expect((await request.get("/transfers")).status()).toBe(200);
});

test("a search that finds nothing says so, and keeps what was searched", async ({ page }) => {
  await page.goto("/");
  await page.keyboard.press("Control+K");
  await page.keyboard.type("txn_of_nobody");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/transfers?q=txn_of_nobody");
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
  await expect(page.getByText("No transfer created here has all of that.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("searchbox")).toHaveValue("txn_of_nobody");
  await page.getByRole("link", { name: "Show all transfers" }).click();
  await expect(page).toHaveURL("/transfers");
  await expect(page.getByText("No results")).toHaveCount(0);
});

test("a filter that is none is refused by a sentence", async ({ page }) => {
  await page.goto("/transfers?status=nonsense");
  await expect(page.getByText("This list can’t be shown")).toBeVisible();
  await page.goto("/transfers?q=a&q=b");
  await expect(page.getByText("A filter appears twice in this page’s address.")).toBeVisible();
  await page.goto("/transfers?cursor=%00");
  await expect(page.getByText("This list can’t be shown")).toBeVisible();
});

test("a page that does not exist answers 404 and leads back", async ({ page, watch }) => {
  watch.allowFailures(/^\/no-such-page$/);
  const answer = await page.goto("/no-such-page");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("main").getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
});
