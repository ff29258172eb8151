import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "#lib/testing/server-process";
import { expect, test } from "./support/test";

const chunk = readdirSync(join(root, ".next/static/chunks")).find((name) => name.endsWith(".js"));
const answers = [
  { kind: "a page", path: "/", status: 200 },
  { kind: "the form", path: "/transfers/new", status: 200 },
  { kind: "a page that does not exist", path: "/no-such-page", status: 404 },
  { kind: "a transfer that does not exist", path: "/transfers/txn_nobody", status: 404 },
  { kind: "our API", path: "/api/business", status: 200 },
  { kind: "an error of our API", path: "/api/transfers/txn_nobody", status: 404 },
  { kind: "an unknown path of our API", path: "/api/no-such-path", status: 404 },
  { kind: "a built file", path: `/_next/static/chunks/${chunk}`, status: 200 },
  { kind: "a built file that does not exist", path: "/_next/static/chunks/none.js", status: 404 },
  { kind: "a public file", path: "/robots.txt", status: 200 },
];

for (const { kind, path, status } of answers) {
  test(`the headers that guard a browser stand on ${kind}`, async ({ request }) => {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect(answer.status()).toBe(status);
    const headers = answer.headers();
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(headers["strict-transport-security"]).toMatch(/max-age=\d{8,}; includeSubDomains/);
    expect(headers["permissions-policy"]).toContain("camera=()");
    if (!path.includes("/_next/static/") && path !== "/robots.txt")
      expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(Object.keys(headers)).not.toContain("x-powered-by");
    expect(Object.keys(headers)).not.toContain("server");
    expect(Object.keys(headers)).not.toContain("access-control-allow-origin");
    expect(Object.keys(headers)).not.toContain("set-cookie");
    if (!path.includes("/_next/static/") && path !== "/robots.txt")
      expect(headers["cache-control"]).toContain("no-store");
  });
}

test("the same headers stand on a method that is refused, of a page and of our API", async ({ request }) => {
  for (const path of ["/", "/api/business"]) {
    const answer = await request.delete(path, { maxRedirects: 0 });
    expect(answer.status()).toBe(405);
    expect(answer.headers()).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
    expect(answer.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(answer.headers()["strict-transport-security"]).toMatch(/max-age=\d{8,}; includeSubDomains/);
  }
});

test("a page lets only scripts with a nonce of its own run, and nothing from elsewhere", async ({
  request,
}) => {
  const policies = await Promise.all(
    ["/", "/", "/no-such-page"].map(async (path) => {
      const policy = (await request.get(path)).headers()["content-security-policy"] ?? "";
      return new Map(policy.split("; ").map((line) => [line.split(" ")[0] ?? "", line]));
    }),
  );
  for (const policy of policies) {
    expect(policy.get("default-src")).toBe("default-src 'none'");
    expect(policy.get("script-src")).toMatch(/^script-src 'nonce-[A-Za-z0-9+/]{22,}=*' 'strict-dynamic'$/);
    expect(policy.get("style-src")).not.toContain("unsafe");
    expect(policy.get("connect-src")).toBe("connect-src 'self'");
    expect(policy.get("frame-ancestors")).toBe("frame-ancestors 'none'");
    expect(policy.get("base-uri")).toBe("base-uri 'none'");
    expect(policy.get("require-trusted-types-for")).toBe("require-trusted-types-for 'script'");
  }
  expect(new Set(policies.map((policy) => policy.get("script-src"))).size).toBe(policies.length);
});

test("the image optimiser, source maps and files of the server are not served", async ({ request }) => {
  const paths = [
    "/_next/image?url=%2Ficon.svg&w=64&q=75",
    "/_next/image?url=http%3A%2F%2F127.0.0.1%3A9%2Fx.png&w=64&q=75",
    `/_next/static/chunks/${chunk}.map`,
    "/.env",
    "/.git/config",
    "/data/dashboard.db",
    "/package.json",
    "/_next/static/",
    "/_next/static/chunks/",
    "/data/",
  ];
  for (const path of paths) expect((await request.get(path)).status(), path).toBe(404);
});

test("markup and code that somebody slips into a page are refused by the browser", async ({
  browser,
  baseURL,
}) => {
  // A page of its own: the watch on every other page would fail the test for these violations.
  const page = await browser.newPage();
  await page.goto(`${baseURL}/`);
  const tried = await page.evaluate(async () => {
    // The debugger's own code may evaluate text; what runs after it may not.
    await new Promise((resolve) => setTimeout(resolve));
    const attempts = {
      markup: () => {
        document.body.innerHTML = "<img src=x>";
      },
      code: () => new Function("return 1")(),
      script: () => {
        document.createElement("script").src = "https://elsewhere.example/x.js";
      },
      ownFileOutsideTheBuild: () => {
        document.createElement("script").src = "/api/banks";
      },
    };
    return Object.entries(attempts).map(([name, attempt]) => {
      try {
        attempt();
        return `${name}: let through`;
      } catch {
        return `${name}: refused`;
      }
    });
  });
  await page.close();
  expect(tried).toEqual([
    "markup: refused",
    "code: refused",
    "script: refused",
    "ownFileOutsideTheBuild: refused",
  ]);
});

test("another site cannot make the dashboard create a transfer", async ({ request }) => {
  const read = async () => (await request.get("/api/transfers?limit=100")).json();
  const before = await read();
  for (const headers of [
    { origin: "https://elsewhere.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ]) {
    const answer = await request.post("/api/transfers", {
      headers: { ...headers, "idempotency-key": crypto.randomUUID() },
      data: {
        amount: "10",
        asset: "base:usdc",
        bankCode: "000013",
        accountNumber: "0123456789",
        accountName: "A B",
      },
    });
    expect(answer.status(), JSON.stringify(headers)).toBe(403);
  }
  expect(await read()).toEqual(before);
});
