import { answer, reset } from "#lib/testing/service/faulty-service";
import { openUntil } from "./support/checks/open-until";
import { readFaults, redirects } from "./support/dashboards/faults";
import { expect, test } from "./support/dashboards/faulty-test";
import { startStranger } from "./support/steps/stranger";

// Long enough for a good answer on a busy machine.
test.use({ serviceTimeoutMs: "2000" });

test("the overview says what happened and what to do, whatever goes wrong, and is well again by a click", async ({
  page,
  service,
  watch,
}) => {
  watch.allowFailures(/^\/api\/business$/);
  const business = page.getByRole("region", { name: "Business" });
  const notice = business.getByRole("alert").or(business.getByRole("status"));
  const again = business.getByRole("button", { name: "Check again" });
  service.behave("business", reset);
  await openUntil(page, "/", again);
  await expect(business).toContainText("We can’t tell whether the business is active.");
  for (const { name, behaviour, title } of readFaults)
    await test.step(name, async () => {
      service.behave("business", behaviour);
      // An answer of a moment ago serves for a second, and one that does not come is waited for.
      let waitMs = 1_500;
      await expect(async () => {
        waitMs *= 2;
        await again.click();
        await expect(notice.filter({ hasText: title })).toBeVisible({ timeout: waitMs });
      }).toPass();
      await expect(business).toContainText(/Existing transfers aren’t affected|You can’t .*create transfers/);
      await expect(business.getByText("Loading the business")).toHaveCount(0);
      await expect(page.getByRole("main")).not.toContainText(/Gateway|<h1>|undefined|NaN|\[object/);
    });
  service.recover();
  await again.click();
  await expect(business.getByText("Active", { exact: true })).toBeVisible();
  await business.getByText("Details").click();
  await expect(business.getByText("Acme Payments")).toBeVisible();
});

test("a redirect of the business is not followed: the other origin hears nothing", async ({
  page,
  service,
  watch,
}) => {
  watch.allowFailures(/^\/api\/business$/);
  const stranger = await startStranger();
  for (const status of redirects) {
    service.behave("business", answer(status, "{}", { location: `${stranger.url}/api/v1/me` }));
    const business = page.getByRole("region", { name: "Business" });
    await openUntil(page, "/", business.getByText("was not followed").first());
  }
  expect(stranger.connections()).toBe(0);
  await stranger.close();
});

const business = {
  name: "Acme Payments",
  type: "LLC",
  website: "javascript:alert(1)",
  owner: "<img src=x onerror=alert(1)>",
};

test("a business that is not active is shown by the service's own word, and creates nothing", {
  tag: "@detail",
}, async ({ page, service }) => {
  const word = (status: string) => page.getByRole("main").getByText(`The service says “${status}”.`);
  const say = async (status: string) => {
    service.behave(
      "business",
      answer(200, JSON.stringify({ message: "ok", business: { ...business, status } })),
    );
    await openUntil(page, "/", word(status));
  };
  for (const status of ["suspended", "pending_review"]) await say(status);
  const status = "Inactive <b>now</b>";
  await say(status);
  const notice = page.getByRole("main").getByText("The business is not active", { exact: true });
  const meaning = page.getByText(/^You can’t create transfers, and nobody is asked to send/);
  for (const path of ["/", "/transfers/new"]) {
    await page.goto(path);
    await expect(word(status), path).toBeVisible();
    for (const one of [notice, meaning]) await expect(one, path).toHaveCount(1);
  }
  // What can't work has no ink.
  for (const path of ["/", "/transfers"]) {
    await page.goto(path);
    const link = page.getByRole("link", { name: "New transfer", exact: true }).first();
    await expect(link, path).not.toHaveClass(/btn-primary/);
  }
  await page.goto("/transfers/new");
  await expect(page.getByRole("button", { name: "Check the transfer" })).toBeDisabled();
});

test("what the service says of the business is text, never markup or a script", async ({ page, service }) => {
  service.behave(
    "business",
    answer(200, JSON.stringify({ message: "ok", business: { ...business, status: "active" } })),
  );
  const panel = page.getByRole("region", { name: "Business" });
  await openUntil(page, "/", panel.getByText("Details"));
  await panel.getByText("Details").click();
  await expect(panel.getByText("<img src=x onerror=alert(1)>")).toBeVisible();
  await expect(panel.getByText("javascript:alert(1)")).toBeVisible();
  await expect(panel.getByRole("link")).toHaveCount(0);
  await expect(panel.getByRole("img")).toHaveCount(0);
});
