import { serverAwayText } from "#lib/contract/server-away";
import { emptyBrowser, makeAccount, signIn } from "./support/people";
import { expect, test } from "./support/test";
import { createByApi } from "./support/transfers";

test.use({ ownDashboard: "sign-out" });

test("after signing out, going back and the addresses of before show nothing, and the browser keeps nothing", async ({
  page: admin,
  browser,
  dashboard,
}) => {
  const { id } = await createByApi(admin, { accountName: "Ngozi of the past" });
  const page = await emptyBrowser(browser);
  await page.goto(`${dashboard.url}/login`);
  await expect(page.getByLabel("E-mail address")).toHaveAttribute("autocomplete", "username");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "password");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute(
    "autocomplete",
    "current-password",
  );
  await signIn(page, dashboard.url, await makeAccount(admin, "finance"));
  await page.goto(`${dashboard.url}/transfers/${id}`);
  await expect(page.getByText("Ngozi of the past").first()).toBeVisible();
  await page.goto(`${dashboard.url}/transfers`);
  await page.getByRole("link", { name: "Overview" }).click();
  await expect(page).toHaveURL(`${dashboard.url}/`);
  await expect(page.getByText("Ngozi of the past").first()).toBeVisible();
  const before = (await page.context().cookies()).map(({ name }) => name).sort();
  expect(before).toEqual(["device", "session"]);

  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByLabel("E-mail address")).toBeVisible();
  for (let step = 0; step < 3; step++) {
    await page.goBack();
    await expect(page).toHaveURL(/\/login\?next=|\/login$/);
    await expect(page.getByLabel("E-mail address")).toBeVisible();
    expect(await page.content()).not.toContain("Ngozi of the past");
  }
  for (const path of ["/", "/transfers", `/transfers/${id}`]) {
    await page.goto(dashboard.url + path);
    await expect(page.getByLabel("E-mail address")).toBeVisible();
    expect(await page.content()).not.toContain("Ngozi of the past");
  }
  const kept = await page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));
  expect(kept).toEqual({ local: {}, session: {}, databases: [], caches: [], workers: 0 });
  // That it is this person's browser stays known, and opens nothing.
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(["device"]);
  await page.context().close();
});

test("a sign-out that nobody answers says so, and that the person may still be signed in", async ({
  page,
  context,
  watch,
}) => {
  await page.goto("/");
  const leave = page.getByRole("button", { name: "Sign out" });
  await expect(leave).toBeVisible();
  watch.allowAbsence();
  await context.setOffline(true);
  await leave.click();
  await expect(page.getByText(`You may still be signed in. ${serverAwayText}`)).toBeVisible();
  await expect(leave).toBeVisible();
  await context.setOffline(false);
});
