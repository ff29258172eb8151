import { join } from "node:path";
import { root } from "#lib/testing/servers/server-process";
import { findSecret, keepAnswers, readFiles, shapesOf } from "../support/checks/canary";
import { expect, test } from "../support/dashboards/lone-sandbox-test";
import { detailsOf } from "../support/steps/journey";
import { makeTransfer } from "../support/steps/main-journey";

const builtFiles = join(root, ".next/static");

test("the API key is in no file of the browser, no page, no payload, no answer, no log line and no data", async ({
  page,
  context,
  request,
  service,
  dashboard,
}) => {
  const answers = keepAnswers(context);
  const transfer = await makeTransfer(page, detailsOf());
  const pages = [
    "/",
    "/quote",
    "/transfers",
    "/transfers/new",
    "/banks",
    "/attention",
    `/transfers/${transfer.id}`,
  ];
  const apis = [
    "/api/business",
    "/api/banks",
    "/api/transfers",
    `/api/transfers/${transfer.id}`,
    "/api/none",
  ];
  for (const path of pages) await page.goto(path);
  const fetched: Record<string, string> = {};
  const rsc = { rsc: "1" };
  const asked = [
    ...[...pages, ...apis, "/none", "/transfers/none"].map((path) => ({ path, headers: {} })),
    ...pages.map((path) => ({ path, headers: rsc })),
    ...pages.map((path) => ({ path, headers: { ...rsc, "next-router-prefetch": "1" } })),
  ];
  for (const { path, headers } of asked) {
    const got = await request.get(path, { headers });
    fetched[`${path} ${JSON.stringify(headers)}`] = JSON.stringify(got.headers()) + (await got.text());
  }
  const bad = await request.post("/api/transfers", {
    data: "{",
    headers: { "content-type": "application/json" },
  });
  fetched["a refused request"] = await bad.text();
  // The key was in use: without it the service would have refused everything.
  expect(transfer.status).not.toBe("rejected");
  const browsed = await answers();
  expect(Object.keys(browsed).filter((name) => name.includes("text/html"))).not.toHaveLength(0);
  expect(Object.keys(browsed).filter((name) => name.includes("text/x-component"))).not.toHaveLength(0);
  expect(Object.keys(browsed).filter((name) => name.includes("application/json"))).not.toHaveLength(0);
  expect(dashboard.output()).toContain("service call");

  const everything = {
    ...browsed,
    ...fetched,
    ...readFiles(builtFiles),
    ...readFiles(dashboard.folder),
    "the output of the server": dashboard.output(),
    "cookies and storage": JSON.stringify(await context.storageState({ indexedDB: true })),
  };
  expect(findSecret(service.apiKey, everything)).toEqual([]);
});

test("the search would find the key in every shape", async ({ service: { apiKey } }) => {
  for (const shape of shapesOf(apiKey))
    expect(findSecret(apiKey, { text: `x"${shape}"y` })).toEqual(["text"]);
  const inside = Buffer.from(`{"a":"${apiKey}"}`).toString("base64");
  expect(findSecret(apiKey, { inside })).toEqual(["inside"]);
});
