import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "@playwright/test";
import { expect, test } from "./support/dashboards/test";
import { apiPaths } from "./support/steps/api-paths";
import { ask } from "./support/steps/ask";
import { startStranger } from "./support/steps/stranger";

// A transfer of another test would go on by itself meanwhile.
test.use({ ownDashboard: "other-sites" });

/** The URL of a callback is its own secret. */
const paths = apiPaths().filter((path) => !path.startsWith("/api/callbacks/"));

/** Serves a page of another site, and opens it in a browser in which the owner is signed in. */
async function openElsewhere(browser: Browser, storageState: object, html: string) {
  const server = createServer((_request, response) =>
    response.setHeader("content-type", "text/html").end(html),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // localhost and 127.0.0.1 are two sites.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const context = await browser.newContext({ storageState: storageState as never });
  const page = await context.newPage();
  return {
    url,
    page,
    close: async () => {
      await context.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

test("every path that changes something refuses a request that another site has made", async ({
  dashboard,
  request,
}) => {
  const cookie = `session=${dashboard.session}`;
  const foreign: { name: string; headers: Record<string, string>; data: string }[] = [
    { name: "another origin", headers: { origin: "https://elsewhere.example" }, data: "{}" },
    { name: "an origin that is null", headers: { origin: "null" }, data: "{}" },
    { name: "another port of this host", headers: { origin: "http://localhost:1" }, data: "{}" },
    { name: "another page", headers: { referer: "https://elsewhere.example/page" }, data: "{}" },
    { name: "no page", headers: { referer: "about:blank" }, data: "{}" },
    { name: "cross-site", headers: { "sec-fetch-site": "cross-site" }, data: "{}" },
    { name: "a sub-domain", headers: { "sec-fetch-site": "same-site" }, data: "{}" },
    {
      name: "a form",
      headers: { origin: "https://elsewhere.example", "content-type": "application/x-www-form-urlencoded" },
      data: "amount=10",
    },
    {
      name: "a form with files",
      headers: { origin: "https://elsewhere.example", "content-type": "multipart/form-data; boundary=x" },
      data: '--x\r\ncontent-disposition: form-data; name="amount"\r\n\r\n10\r\n--x--\r\n',
    },
    {
      name: "JSON as text",
      headers: { origin: "https://elsewhere.example", "content-type": "text/plain" },
      data: "{}",
    },
  ];
  const refuses = async (path: string, ways = foreign) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"])
      for (const { name, headers, data } of ways) {
        const { status, text } = await ask(dashboard.url + path, {
          method,
          headers: { cookie, "content-type": "application/json", ...headers },
          body: data,
        });
        // A path that does not exist is no path, and a method that it does not offer does nothing.
        if (status === 404 || status === 405) break;
        const { code } = JSON.parse(text) as { code?: string };
        expect([status, code], `${method} ${path}, ${name}`).toEqual([403, "forbidden_origin"]);
      }
  };
  // Every way at one of them, and what each way is known by at all.
  await refuses("/api/transfers");
  const byItsHeader = foreign.filter(({ name }) => /^(another origin|cross-site|a form)$/.test(name));
  expect(byItsHeader).toHaveLength(3);
  await Promise.all(paths.map((path) => refuses(path, byItsHeader)));
  expect((await request.get("/api/auth/list-sessions")).status()).toBe(200);
});

test("no answer lets a page of another site read it, a question ahead of the request neither", async ({
  request,
}) => {
  for (const path of [...paths, "/", "/transfers", "/none", "/robots.txt"])
    for (const method of ["GET", "OPTIONS"]) {
      const answer = await request.fetch(path, {
        method,
        maxRedirects: 0,
        headers: {
          origin: "https://elsewhere.example",
          "access-control-request-method": "POST",
          "access-control-request-headers": "content-type,idempotency-key",
        },
      });
      const names = Object.keys(answer.headers()).filter((name) => name.startsWith("access-control-"));
      expect(names, `${method} ${path}`).toEqual([]);
    }
});

/** Who has read whole account numbers. */
const ofReads = ["account_number_shown", "export_made", "export_ended", "batch_template_taken"];

test("reading every page and path twice changes nothing but the log of who read what", {
  tag: "@detail",
}, async ({ request }) => {
  const state = async () => {
    const reads = ["transfers?limit=100", "people", "attention", "auth/list-sessions"];
    const texts = await Promise.all(reads.map(async (path) => (await request.get(`/api/${path}`)).text()));
    return texts.join("\n").replace(/"lastSeenAt":"[^"]*"/g, "");
  };
  const before = await state();
  const written = async () =>
    ((await (await request.get("/api/audit")).json()) as { items: { action: string }[] }).items
      .map(({ action }) => action)
      .filter((action) => !ofReads.includes(action)).length;
  const entries = await written();
  for (const round of [1, 2])
    for (const path of paths)
      for (const method of ["GET", "HEAD"]) {
        const { status } = await request.fetch(path, { method }).then((got) => ({ status: got.status() }));
        expect(status, `${method} ${path}, ${round}`).toBeLessThan(500);
      }
  expect(await state()).toBe(before);
  expect(await written()).toBe(entries);
});

test("a form of another site reaches nothing, though the person is signed in", async ({
  browser,
  dashboard,
  request,
}) => {
  const form = `<form method="post" action="${dashboard.url}/api/auth/sign-out" enctype="text/plain">
    <input name='{"a":"' value='"}'><button>Win</button></form>`;
  const { url, page, close } = await openElsewhere(browser, dashboard.storageState, form);
  await page.goto(url);
  const answer = page.waitForResponse(/sign-out/);
  await page.getByRole("button").click();
  expect((await answer).status()).toBe(403);
  expect((await request.get("/api/auth/list-sessions")).status()).toBe(200);
  await close();
});

test("a page of another site cannot read ours, nor use a window of it", async ({ browser, dashboard }) => {
  const { url, page, close } = await openElsewhere(browser, dashboard.storageState, "<p>Elsewhere</p>");
  await page.goto(url);
  const got = await page.evaluate(async (target) => {
    const outcome = async (init: RequestInit) =>
      fetch(`${target}/api/transfers`, { credentials: "include", ...init }).then(
        ({ type }) => type,
        () => "refused",
      );
    const plain = await outcome({});
    const asked = await outcome({
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    const blind = await outcome({ mode: "no-cors" });
    return { plain, asked, blind };
  }, dashboard.url);
  expect(got).toEqual({ plain: "refused", asked: "refused", blind: "refused" });
  await close();
});

test("no page can be shown in a frame of another site", async ({ browser, dashboard }) => {
  const framed = ["/", "/login", "/transfers/new", "/no-such-page"]
    .map((path) => `<iframe src="${dashboard.url}${path}"></iframe>`)
    .join("");
  const { url, page, close } = await openElsewhere(browser, dashboard.storageState, framed);
  const refused: string[] = [];
  page.on("console", (message) => refused.push(message.text()));
  await page.goto(url);
  await expect.poll(() => refused.filter((text) => text.includes("frame-ancestors")).length).toBe(4);
  for (const frame of page.frames().slice(1)) expect(frame.url()).not.toContain(dashboard.url);
  await close();
});

test("what is slipped into a page's markup does not run, and loads nothing", async ({
  browser,
  dashboard,
}) => {
  const stranger = await startStranger();
  const context = await browser.newContext({ storageState: dashboard.storageState });
  const page = await context.newPage();
  // The attacker has got text into the very markup that the server sends.
  const slipped = `<script>window.wasRun = "inline"</script>
    <script src="${stranger.url}/x.js"></script><script src="/api/banks"></script>
    <img src="${stranger.url}/x.png" onerror="window.wasRun = 'handler'"><iframe src="${stranger.url}"></iframe>
    <object data="${stranger.url}/x"></object><link rel="stylesheet" href="${stranger.url}/x.css">
    <base href="${stranger.url}/"><a id="trap" href="javascript:window.wasRun='link'">x</a>
    <form id="leak" action="${stranger.url}"><button>x</button></form>`;
  await page.route(`${dashboard.url}/banks`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace("</body>", `${slipped}</body>`) });
  });
  await page.addInitScript(() => {
    Reflect.set(window, "blocked", []);
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) =>
      (Reflect.get(window, "blocked") as string[]).push(effectiveDirective),
    );
  });
  await page.goto(`${dashboard.url}/banks`);
  await page.evaluate(() => {
    document.getElementById("trap")?.click();
    (document.getElementById("leak") as HTMLFormElement | null)?.submit();
  });
  const blocked = () => page.evaluate(() => [...new Set(Reflect.get(window, "blocked") as string[])].sort());
  await expect
    .poll(blocked)
    .toEqual(
      expect.arrayContaining([
        "base-uri",
        "form-action",
        "frame-src",
        "img-src",
        "object-src",
        "script-src-attr",
        "script-src-elem",
        "style-src-elem",
      ]),
    );
  expect(await page.evaluate(() => Reflect.get(window, "wasRun"))).toBeUndefined();
  expect(stranger.requests()).toEqual([]);
  await context.close();
  await stranger.close();
});
