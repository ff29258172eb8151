import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, it } from "vitest";
import { guardPage } from "./page-guard";

const server = createServer((incoming, outgoing) => {
  if (guardPage(incoming, outgoing, {}))
    outgoing.end(JSON.stringify({ ...incoming.headers, "its-url": incoming.url }));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => void server.close());

type Answer = { status: number | undefined; policy: string | undefined; seen: IncomingHttpHeaders };

async function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const asking = request({ port, path, headers }, async (answer) => {
      const text = (await answer.toArray()).join("");
      const policy = answer.headers["content-security-policy"] as string | undefined;
      resolve({
        status: answer.statusCode,
        policy,
        seen: answer.statusCode === 200 ? JSON.parse(text) : {},
      });
    });
    asking.on("error", reject).end();
  });
}

it.each([
  ["/transfers?state=open&q=a%20b", "/transfers?state=open&q=a+b"],
  // The router adds it where it asks for a part of a page.
  ["/transfers?q=x&_rsc=1a2b3", "/transfers?q=x"],
  ["/transfers?_rsc=1a2b3", "/transfers"],
  ["/", "/"],
  ["/pay/secret?x=1", "/"],
])("tells %s where it is, whatever a client claims", async (path, told) => {
  const { seen } = await get(path, { "x-path": "//evil.example/" });
  expect(seen["x-path"]).toBe(told);
});

it.each(["/welcome%23secret", "/welcome/%23secret?x=1", "/setup%2523secret", "/welcome%23"])(
  "leads %s to its page, which gets no token",
  async (path) => {
    const { seen } = await get(path);
    expect(seen["its-url"]).toMatch(/^\/(welcome|setup)$/);
    expect(JSON.stringify(seen)).not.toContain("secret");
  },
);

const tree = (root: unknown[]) => encodeURIComponent(JSON.stringify(root));
it.each<[string, Record<string, string>, boolean]>([
  ["a document", {}, false],
  [
    "a link",
    { rsc: "1", "next-router-state-tree": tree(["", { children: ["a", {}, null, "refetch"] }]) },
    false,
  ],
  [
    "a page that draws itself again",
    { rsc: "1", "next-router-state-tree": tree(["", {}, null, "refetch"]) },
    true,
  ],
  ["a link loaded ahead", { rsc: "1", "next-router-prefetch": "1" }, true],
  ["a page loaded ahead by the browser", { "sec-purpose": "prefetch;prerender" }, true],
  ["a tree that is none", { "next-router-state-tree": "%%%" }, false],
  ["a client's own word", { "x-unasked": "1" }, false],
])("tells the page that nobody asked for it: %s", async (_, headers, isUnasked) => {
  expect((await get("/attention", headers)).seen["x-unasked"]).toBe(isUnasked ? "1" : undefined);
});

it("gives the page the policy of its answer, and no other one its nonce", async () => {
  const [one, other] = [await get("/"), await get("/", { "content-security-policy": "script-src *" })];
  expect(one.policy).toMatch(/script-src 'nonce-[\w+/]{24}' 'strict-dynamic';/);
  expect(one.seen["content-security-policy"]).toBe(one.policy);
  expect(other.seen["content-security-policy"]).toBe(other.policy);
  expect(one.policy).not.toBe(other.policy);
});

// The framework answers each of them with the page of /login.
it.each(["/api/../login", "/api/%2e%2e/login", "/_next/static/x/../../../login", "/sandbox/.%2E/login"])(
  "guards %s, which is a page",
  async (path) => {
    expect((await get(path)).policy).toContain("frame-ancestors 'none'");
    expect((await get(path, { host: "evil.example" })).status).toBe(403);
  },
);

it.each(["evil.example", "localhost.evil.example"])("refuses the host %j", async (host) => {
  expect((await get("/transfers", { host })).status).toBe(403);
});

it.each(["/api/business", "/healthz", "/sandbox/quote"])("leaves %s to its handler", async (path) => {
  expect(await get(path, { host: "evil.example", "x-path": "/x" })).toMatchObject({
    status: 200,
    policy: undefined,
    seen: { host: "evil.example" },
  });
});
