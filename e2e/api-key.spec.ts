import { join } from "node:path";
import { root } from "#lib/testing/servers/server-process";
import { answer } from "#lib/testing/service/faulty-service";
import { findSecret, keepAnswers, readFiles } from "./support/checks/canary";
import { openUntil } from "./support/checks/open-until";
import { expect, test } from "./support/dashboards/faulty-test";
import { createButton, createdTransfer, detailsOf, openCheck } from "./support/steps/journey";

test("no file of the browser names the key's header or its variable", () => {
  const named = Object.entries(readFiles(join(root, ".next/static"))).filter(([, content]) =>
    /x-api-key|OFFRAMP_API_KEY|SANDBOX_API_KEY|sandbox-key/i.test(content.toString()),
  );
  expect(named.map(([name]) => name)).toEqual([]);
});

test("a service that repeats the key in its answers brings it into no page, no answer and no log line", {
  tag: "@detail",
}, async ({ page, context, service, dashboard, watch }) => {
  watch.allowFailures(/^\/api\//);
  const answers = keepAnswers(context);
  const key = () => service.calls[0]?.headers["x-api-key"]?.toString() ?? "";
  await openCheck(page, detailsOf());
  expect(key()).not.toBe("");
  const echo = (status: number) =>
    answer(status, JSON.stringify({ success: false, message: `Key ${key()} is wrong`, key: key() }));
  service.behave("initiate", echo(400));
  await createButton(page).click();
  const { id } = await createdTransfer(page);
  await expect(page.getByText("[API key]").first()).toBeVisible();
  for (const status of [200, 401, 403, 422, 500]) {
    service.behave("business", echo(status));
    service.behave("quote", echo(status));
    const failure = page
      .getByRole("region", { name: "Business" })
      .getByText(/Existing transfers aren’t affected|You can’t (get quotes|create transfers)/);
    await openUntil(page, "/", failure);
    await page.goto(`/transfers/new?amount=1${status}`);
    // Where nothing can be created, the business is the one notice.
    await expect(
      page.getByText(/No money has moved\.|You can’t (get quotes|create transfers)/).first(),
    ).toBeVisible();
  }
  const texts = {
    ...(await answers()),
    ...readFiles(dashboard.folder),
    [`/api/transfers/${id}`]: await (await page.request.get(`/api/transfers/${id}`)).text(),
    "the output of the server": dashboard.output(),
  };
  expect(findSecret(key(), texts)).toEqual([]);
});
