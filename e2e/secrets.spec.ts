import { createHash } from "node:crypto";
import { join } from "node:path";
import type { OneTimeLink } from "#lib/contract/people";
import type { NewEndpoint } from "#lib/features/telling/webhooks";
import { root } from "#lib/testing/servers/server-process";
import { testKey } from "#lib/testing/service/faulty-service";
import { ownerVariables } from "#lib/testing/sign-in/owner";
import { findSecret, keepAnswers, readFiles } from "./support/checks/canary";
import { expect, test } from "./support/dashboards/faulty-test";
import { createAccepted } from "./support/steps/transfers";

const digest = (text: string, encoding: "base64url" | "hex") =>
  createHash("sha256").update(text).digest(encoding);

test("no secret stands in a built file, a page, a payload, an answer, an error, a log line or the database", {
  tag: "@detail",
}, async ({ page, context, request, service, dashboard, watch }) => {
  watch.allowFailures(/./);
  const { id, report } = await createAccepted(page, service);
  const { callbackUrl } = JSON.parse(service.callsOf("initiate").at(-1)?.body ?? "{}") as {
    callbackUrl: string;
  };
  const callbackToken = callbackUrl.split("/").at(-1) ?? "";
  // A link is told once, to the admin who made it; that answer is left out of what is searched.
  const invited = await request.post("/api/people", {
    data: { email: "ngozi@example.com", role: "support" },
  });
  const linkToken = String(((await invited.json()) as OneTimeLink).path).split("#")[1] ?? "";
  const [sessionToken = ""] = decodeURIComponent(dashboard.session).split(".");
  // So is the secret of an endpoint, in the answer that makes it. Nobody has its address.
  const url = "https://[3000::1]/hooks/path_token_2Rk9vQzW7mLx?key=query_token_8Tn4";
  const endpoint = { name: "Ledger", url, kinds: ["transfer.status_reported"] };
  const added = await request.post("/api/webhooks", { data: endpoint });
  const webhook = (await added.json()) as NewEndpoint;
  const channel = {
    ...{ name: "Channel", form: "slack", kinds: ["transfer.status_reported"] },
    url: "https://[3000::1]/services/slack_token_5Hq2LmVx8RtY",
  };
  expect((await request.post("/api/webhooks", { data: channel })).ok()).toBe(true);
  const secrets = {
    "the API key": testKey,
    "the secret that signs cookies": ownerVariables.AUTH_SECRET,
    "a password": ownerVariables.OWNER_PASSWORD,
    "a session's token": sessionToken,
    "the token of a link": linkToken,
    "the token of a callback URL": callbackToken,
    "the address of a Slack message": "slack_token_5Hq2LmVx8RtY",
    "the secret of an endpoint": `${webhook.secret}`.replace("whsec_", ""),
  };
  for (const [name, secret] of Object.entries(secrets)) expect(secret.length, name).toBeGreaterThan(20);

  const answers = keepAnswers(context);
  const pages = [
    "/",
    "/quote",
    "/banks",
    "/transfers/new",
    "/account",
    "/people",
    "/webhooks",
    "/webhooks/deliveries",
    "/audit",
    "/attention",
    "/transfers",
    `/transfers/${id}`,
  ];
  for (const path of pages) await page.goto(path);
  await page.goto(`/welcome#${linkToken}`);
  await expect(page.getByLabel("E-mail address")).toHaveValue("ngozi@example.com");

  const fetched: Record<string, string> = {};
  const keep = async (name: string, got: Awaited<ReturnType<typeof request.get>>) => {
    fetched[`${name}: ${got.status()}`] = JSON.stringify(got.headers()) + (await got.text());
  };
  const rsc = { headers: { rsc: "1" } };
  const ahead = { headers: { rsc: "1", "next-router-prefetch": "1" } };
  for (const path of [...pages, "/none"]) {
    await keep(`the payload of ${path}`, await request.get(path, rsc));
    await keep(`the payload of ${path}, ahead`, await request.get(path, ahead));
  }
  await request.post(`/api/webhooks/${webhook.endpoint.id}/test`);
  await request.patch(`/api/webhooks/${webhook.endpoint.id}`, { data: { name: "Ledger of Lagos" } });
  for (const path of [
    "people",
    "webhooks",
    "deliveries",
    "business",
    "banks",
    "transfers",
    "none",
    "audit",
    "audit/verification",
    "auth/list-sessions",
    `transfers/${id}`,
  ])
    await keep(path, await request.get(`/api/${path}`));
  // What fails, with a secret in the very place that the failure is about.
  const json = { "content-type": "application/json" };
  const { OWNER_EMAIL: email, OWNER_PASSWORD: password } = ownerVariables;
  const failing: [string, string, string][] = [
    ["/api/auth/sign-in/email", json["content-type"], JSON.stringify({ email, password, x: password })],
    ["/api/auth/sign-in/email", json["content-type"], `{"password":"${password}"`],
    ["/api/auth/sign-in/email", "text/plain", password],
    ["/api/welcome", json["content-type"], JSON.stringify({ token: linkToken, password: "short" })],
    ["/api/confirmation", json["content-type"], JSON.stringify({ password: `${password} ` })],
    ["/api/transfers", json["content-type"], "{"],
    [`/api/callbacks/${callbackToken}/more`, json["content-type"], "{}"],
  ];
  for (const [path, type, data] of failing) {
    const got = await request.post(path, { data, headers: { "content-type": type } });
    expect(got.ok(), `${path} ${type}`).toBe(false);
    await keep(path.replace(callbackToken, "TOKEN"), got);
  }
  await report({ status: "processing", echoed: callbackToken });
  await page.goto(`/transfers/${id}`);

  // An address that a browser asked for is its own; what it got is searched.
  const browsed = Object.fromEntries(
    Object.entries(await answers()).map(([name, body]) => [name.replaceAll(linkToken, "TOKEN"), body]),
  );
  const files = readFiles(dashboard.folder);
  const everything = {
    ...browsed,
    ...fetched,
    ...files,
    ...readFiles(join(root, ".next/static")),
    "the output of the server": dashboard.output(),
  };
  for (const [name, secret] of Object.entries(secrets))
    expect(findSecret(secret, everything), name).toEqual([]);
  // The session's own cookie is there, as it must be.
  const storage = JSON.stringify(await context.storageState({ indexedDB: true }));
  expect(findSecret(testKey, { storage })).toEqual([]);
  // The rest of a URL may be a token; only the form asks for it.
  for (const token of ["path_token_2Rk9vQzW7mLx", "query_token_8Tn4"])
    expect(
      findSecret(token, { ...browsed, ...fetched, "the output of the server": dashboard.output() }),
    ).toEqual([]);
  // The database does hold what it knows them by, so the search has looked in the right place.
  for (const hash of [
    digest(sessionToken, "base64url"),
    digest(linkToken, "base64url"),
    digest(callbackToken, "hex"),
  ])
    expect(findSecret(hash, files)).not.toEqual([]);
});
