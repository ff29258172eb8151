import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CspEvaluator } from "csp_evaluator/dist/evaluator.js";
import { CspParser } from "csp_evaluator/dist/parser.js";
import { root } from "#lib/testing/servers/server-process";
import { expect, test } from "./support/dashboards/test";

const chunk = readdirSync(join(root, ".next/static/chunks")).find((name) => name.endsWith(".js"));
const payload = { rsc: "1" };
const answers: { kind: string; path: string; status: number; headers?: Record<string, string> }[] = [
  { kind: "a page", path: "/", status: 200 },
  { kind: "the form", path: "/transfers/new", status: 200 },
  { kind: "a payload", path: "/transfers", status: 200, headers: payload },
  { kind: "a payload ahead", path: "/", status: 200, headers: { ...payload, "next-router-prefetch": "1" } },
  { kind: "a redirect", path: "/login", status: 307 },
  { kind: "a page that does not exist", path: "/no-such-page", status: 404 },
  { kind: "a transfer that does not exist", path: "/transfers/txn_nobody", status: 404 },
  { kind: "our API", path: "/api/business", status: 200 },
  { kind: "an error of our API", path: "/api/transfers/txn_nobody", status: 404 },
  { kind: "a page that the framework made at the build", path: "/_global-error", status: 500 },
  { kind: "an unknown path of our API", path: "/api/no-such-path", status: 404 },
  { kind: "a built file", path: `/_next/static/chunks/${chunk}`, status: 200 },
  { kind: "a built file that does not exist", path: "/_next/static/chunks/none.js", status: 404 },
  { kind: "a public file", path: "/robots.txt", status: 200 },
];

for (const { kind, path, status, headers: asked = {} } of answers) {
  test(`the headers that guard a browser stand on ${kind}`, async ({ request }) => {
    // A payload is led to an address of its own first.
    const answer = await request.get(path, { headers: asked, maxRedirects: asked.rsc === undefined ? 0 : 1 });
    expect(answer.status()).toBe(status);
    const headers = answer.headers();
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(headers["strict-transport-security"]).toBe("max-age=31536000");
    expect(headers["x-answered-by"]).toBe("dashboard");
    expect(headers["cache-control"]).toContain("no-transform");
    expect(headers["permissions-policy"]).toContain("camera=()");
    if (!path.includes("/_next/static/") && path !== "/robots.txt")
      expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(Object.keys(headers)).not.toContain("x-powered-by");
    expect(Object.keys(headers)).not.toContain("server");
    expect(Object.keys(headers)).not.toContain("access-control-allow-origin");
    expect(Object.keys(headers)).not.toContain("set-cookie");
    if (!path.includes("/_next/static/")) expect(headers["cache-control"]).toContain("no-store");
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
    expect(answer.headers()["strict-transport-security"]).toBe("max-age=31536000");
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

test("Google's evaluator finds nothing weak in the policy of any answer", async ({ request }) => {
  for (const { path, headers = {} } of answers) {
    const answer = await request.get(path, { headers, maxRedirects: 0 });
    const policy = answer.headers()["content-security-policy"];
    if (policy === undefined) expect(path).toMatch(/^\/(_next\/static\/|robots)/);
    else expect(new CspEvaluator(new CspParser(policy).csp).evaluate(), path).toEqual([]);
  }
  const weak = "script-src 'self' 'unsafe-inline'";
  expect(new CspEvaluator(new CspParser(weak).csp).evaluate()).not.toEqual([]);
});

test("no cache between keeps a page because of its address", async ({ request }) => {
  const paths = ["/transfers", "/people", "/account", "/audit", "/api/people", "/api/transfers"];
  const disguises = [".css", "/x.css", "%2fx.js", ";x.png", "%3fx.css", "%00.css"];
  for (const path of paths)
    for (const disguise of disguises) {
      const answer = await request.get(path + disguise, { maxRedirects: 0 });
      const what = `${path}${disguise}: ${answer.status()}`;
      expect(answer.status(), what).toBeGreaterThanOrEqual(300);
      expect(answer.status(), what).toBeLessThan(500);
      // The frame around a page that does not exist names who is signed in.
      if ((await answer.text()).includes("owner@example.com"))
        expect(answer.headers()["cache-control"], what).toContain("no-store");
    }
});

test("no page takes what calls a function of the server", async ({ request }) => {
  const flight =
    '0:{"then":"$1:__proto__:then","status":"resolved_model","value":"{\\"then\\":\\"$B1337\\"}"}';
  for (const path of ["/", "/login", "/transfers", "/api/quote", "/api/none"])
    for (const multipart of [
      { 0: flight, 1: '"$@0"' },
      { "1_$ACTION_ID_x": flight, $ACTION_REF_1: "" },
    ]) {
      const headers = { "next-action": "x", accept: "text/x-component" };
      const answer = await request.post(path, { headers, multipart, maxRedirects: 0 });
      expect(answer.status(), path).toBeGreaterThanOrEqual(400);
      expect(answer.status(), path).toBeLessThan(500);
    }
  expect((await request.get("/api/business")).status()).toBe(200);
});

test("what the tests use is no part of the build", () => {
  const read = (folder: string, kind: RegExp) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => kind.test(file))
      .map((file) => readFileSync(join(root, folder, file), "utf8"));
  // Names are shortened in a build, and texts are not.
  const textsOf = (sources: string[]) =>
    sources.flatMap((source) => [...source.matchAll(/"([^"\\\n]{32,})"/g)].map(([, text = ""]) => text));
  const built = [...read(".next/server", /\.js$/), ...read(".next/static", /\.js$/)].join("\n");
  const isBuilt = (text: string) => built.includes(text);
  expect(textsOf(read("lib/server/service", /(?<!\.test)\.ts$/)).filter(isBuilt).length).toBeGreaterThan(10);
  const isOfTests = /^(testing|proof|bench|build|commands)\//;
  const ofLib = readdirSync(join(root, "lib")).filter((folder) => !isOfTests.test(`${folder}/`));
  const known = ["app", "components", ...ofLib.map((folder) => `lib/${folder}`)]
    .flatMap((folder) => read(folder, /(?<!\.test)\.(tsx?|mjs)$/))
    .join("\n")
    // A sentence may stand on two lines.
    .replace(/\s+/g, " ");
  const ofTests = [...textsOf(read("lib/testing", /\.ts$/)), ...textsOf(read("e2e", /\.ts$/))];
  const own = ofTests.filter((text) => text.includes(" ") && !known.includes(text));
  expect(own.length).toBeGreaterThan(200);
  expect(own.filter(isBuilt)).toEqual([]);
});

test("the image optimiser, source maps and files of the server are not served", async ({ request }) => {
  const paths = [
    "/_next/image?url=%2Ficon.svg&w=64&q=75",
    "/_next/image?url=http%3A%2F%2F127.0.0.1%3A9%2Fx.png&w=64&q=75",
    `/_next/static/chunks/${chunk}.map`,
    "/.env",
    "/.git/config",
    "/data/dashboard.db",
    "/data/auth-secret",
    "/..%2f..%2f..%2fproc/self/environ",
    "/_next/static/..%2f..%2f..%2fpackage.json",
    "/_next/static/%2e%2e/%2e%2e/package.json",
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
  // Their IDs alone: the sandbox goes on with those that are there.
  const read = async () => {
    const { items } = (await (await request.get("/api/transfers?limit=100")).json()) as {
      items: { id: string }[];
    };
    return items.map(({ id }) => id);
  };
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
