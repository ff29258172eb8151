import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect } from "@playwright/test";
import {
  dashboardServer,
  freePort,
  type ServerProcess,
  startProcess,
} from "#lib/testing/servers/server-process";
import { expectAccessible } from "./support/checks/accessible";
import { watchPages } from "./support/checks/page-watch";

/** A dashboard in which nobody has an account yet. */
const test = base.extend<{ url: string; server: ServerProcess }>({
  url: async ({}, use) => use(`http://localhost:${await freePort()}`),
  server: async ({ url }, use) => {
    const folder = mkdtempSync(join(tmpdir(), "dashboard-setup-"));
    const { args, variables } = dashboardServer(Number(new URL(url).port));
    const server = await startProcess(
      args,
      {
        ...variables,
        DATABASE_URL: `file:${join(folder, "dashboard.db")}`,
        SANDBOX_DATABASE: join(folder, "sandbox.db"),
      },
      `${url}/login`,
    );
    await use(server);
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  },
});

test("the first admin is made by the link that the start prints, once", async ({
  page,
  url,
  server,
  context,
}) => {
  const watch = await watchPages(context);
  watch.allowFailures(/^\/setup$/);
  const link = () => /http\S+\/setup#\S+/.exec(server.output())?.[0];
  await expect.poll(link).toBeDefined();
  await page.goto(url);
  await expect(page.getByText("Nobody has an account yet")).toBeVisible();
  await expectAccessible(page, "the sign-in before anybody has an account");
  await page.goto(link()?.replace("#", "%23") ?? "");
  await expect(page.getByRole("heading", { name: "Create the first account" })).toBeVisible();
  await expect(page).toHaveURL(/\/setup$/);
  await page.getByLabel("Name").fill("Ngozi Okafor");
  await page.getByLabel("E-mail address").fill("ngozi@example.com");
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Create the account" }).click();
  await expect(page.getByText(/Use at least 15 characters/)).toBeVisible();
  await expectAccessible(page, "the first account, with a fault");
  await page.getByLabel("New password").fill("a long row of quite other words");
  await page.getByRole("button", { name: "Create the account" }).click();
  // The link signs in by itself.
  // Two passwords are hashed and one is judged meanwhile.
  await expect(page).toHaveURL(`${url}/`);
  const steps = page.getByRole("region", { name: "First steps 1 of 5 done" });
  await expect(steps.getByRole("listitem").first()).toContainText(/^Create the first admin.*You, just now/);
  for (const name of ["New transfer", "Turn on", "Invite", "Add payee"])
    await expect(steps.getByRole("link", { name, exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Pick a name" })).toBeVisible();
  await steps.getByRole("button", { name: "Hide" }).click();
  await expect(steps).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("link", { name: "Create the first" })).toBeVisible();
  await expect(steps).toHaveCount(0);
  await page.goto(`${url}/people`);
  await expect(
    page.getByRole("rowgroup").filter({ hasText: "Ngozi Okafor" }).getByText("Admin"),
  ).toBeVisible();
  await page.goto("about:blank");
  await page.goto(link() ?? "");
  await expect(page.getByRole("heading", { name: "There is no page at this address" })).toBeVisible();
  watch.check();
});
