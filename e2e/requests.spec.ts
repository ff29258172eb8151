import { connect } from "node:net";
import type { AuditPage } from "#lib/contract/audit/audit";
import { ownerVariables } from "#lib/testing/sign-in/owner";
import { type Dashboard, startDashboard } from "./support/dashboards/dashboard";
import { expect, test } from "./support/dashboards/test";
import { apiPaths } from "./support/steps/api-paths";
import { ask } from "./support/steps/ask";
import { startStranger } from "./support/steps/stranger";

const methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"];

test("a method that a path of our API does not offer is answered 405, with those that it does", {
  tag: "@detail",
}, async ({ dashboard }) => {
  // Nobody is signed in: nothing is changed by asking.
  const headers = { origin: dashboard.url };
  const judge = async (path: string) => {
    const url = dashboard.url + path;
    const { allow: named = "" } = (await ask(url, { method: "OPTIONS" })).headers;
    const offered = path.includes("callbacks") ? methods.slice(0, 7) : named.split(", ");
    const answers = await Promise.all(methods.map((method) => ask(url, { method, headers })));
    for (const [nth, { status, headers: said }] of answers.entries()) {
      const [method = "", what] = [methods[nth], `${methods[nth]} ${path}`];
      expect(status, what).not.toBe(500);
      expect(status === 405, what).toBe(!offered.includes(method));
      if (status === 405 && nth < 7) expect(said.allow, what).toBe(named);
      if (status === 405) expect(said.allow, what).not.toContain(method);
    }
  };
  await Promise.all(apiPaths().map(judge));
  const { allow } = (await ask(`${dashboard.url}/api/quote`, { method: "DELETE" })).headers;
  expect(allow?.split(", ").sort()).toEqual(["OPTIONS", "POST"]);
});

test("pages and files are read, and nothing else is done with them", async ({ request }) => {
  for (const path of ["/", "/login", "/transfers", "/no-such-page", "/robots.txt"])
    for (const method of ["OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"]) {
      const answer = await request.fetch(path, { method, maxRedirects: 0 });
      expect([answer.status(), answer.headers().allow], `${method} ${path}`).toEqual([405, "GET, HEAD"]);
    }
});

test("a client does not choose the address that it is known by", async ({ dashboard, playwright }) => {
  const theirs = "203.0.113.7";
  const addressAt = async ({ url: baseURL }: Dashboard) => {
    const request = await playwright.request.newContext({
      baseURL,
      // A sign-in would end the owner's session, which the next tests go on with.
      storageState: { cookies: [], origins: [] },
      extraHTTPHeaders: { "x-forwarded-for": theirs, "x-real-ip": theirs, forwarded: `for=${theirs}` },
    });
    const { OWNER_EMAIL: email, OWNER_PASSWORD: password } = ownerVariables;
    const signedIn = await request.post("/api/auth/sign-in/email", { data: { email, password } });
    expect(signedIn.status()).toBe(200);
    const log = (await (await request.get("/api/audit?action=signed_in")).json()) as AuditPage;
    const sessions = (await (await request.get("/api/auth/list-sessions")).json()) as {
      address: string;
      isCurrent: boolean;
    }[];
    await request.dispose();
    return [log.items[0]?.address, sessions.find(({ isCurrent }) => isCurrent)?.address];
  };
  for (const address of await addressAt(dashboard))
    expect(address).toMatch(/^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/);
  // With a proxy of one's own in front, its word counts.
  const behindProxy = await startDashboard({ PROXY_HOPS: "1" });
  expect(await addressAt(behindProxy)).toEqual([theirs, theirs]);
  await behindProxy.stop();
});

test("the server connects to nowhere that a request names", async ({ dashboard }) => {
  const stranger = await startStranger();
  const { host, port } = new URL(dashboard.url);
  const target = new URL(stranger.url).host;
  const upgrade =
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA==";
  const requests = [
    `GET ${stranger.url}/x HTTP/1.1\r\nHost: ${host}\r\n${upgrade}\r\n\r\n`,
    `GET ${stranger.url}/x HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    `GET /x HTTP/1.1\r\nHost: ${target}\r\nConnection: close\r\n\r\n`,
    `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`,
    `GET /login HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-Host: ${target}\r\nConnection: close\r\n\r\n`,
    `GET //${target}/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    `DELETE //${target}/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  ];
  for (const text of requests) {
    const socket = connect(Number(port), "localhost");
    let heard = "";
    socket.on("data", (part) => {
      heard += part.toString();
    });
    socket.on("error", () => undefined);
    socket.write(text);
    await new Promise((resolve) => socket.on("close", resolve));
    expect(heard, text).not.toMatch(/^HTTP\/1\.1 (101|5\d\d)/);
    // A path with two slashes may be led to the one with one, on this very server.
    expect(heard, text).not.toMatch(/^location: (https?:)?\/\//im);
  }
  expect(stranger.connections()).toBe(0);
  await stranger.close();
});
