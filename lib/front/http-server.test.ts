import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { spawnProcess } from "#lib/testing/servers/server-process";
import { limits, makeServer } from "./http-server.mjs";

type Server = ReturnType<typeof makeServer>;
let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Starts it, here with a program behind it that says what it was told. */
async function start(options: Parameters<typeof makeServer>[1]): Promise<number> {
  server = makeServer((request, response) => {
    request.resume();
    request.on("error", () => undefined);
    const { "x-say-cache": said } = request.headers;
    if (said) response.setHeader("cache-control", said);
    request.on("end", () => response.end(JSON.stringify(request.headers)));
  }, options);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Sends a text, and nothing more. Gives what comes until the server ends the connection. */
async function say(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.setEncoding("utf8");
  let heard = "";
  socket.on("data", (part: string) => {
    heard += part;
  });
  socket.on("error", () => undefined);
  socket.write(text);
  await once(socket, "close");
  return heard;
}

describe("a request that does not come to an end", () => {
  const given = { ...limits, headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 };
  const head = "POST /api/x HTTP/1.1\r\nHost: localhost\r\n";
  it.each([
    ["in its headers", "GET /login HTTP/1.1\r\nHost: localhost\r\nX: "],
    ["in its body", `${head}Content-Length: 10\r\n\r\n{`],
    ["in a body of pieces", `${head}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`],
  ])("%s is cut", async (_where, text) => {
    expect(await say(await start({ given }), text)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it("is cut within 20 seconds where it is its headers, and within 35 in all", async () => {
    await start({});
    const { headersTimeout, requestTimeout } = server;
    expect(headersTimeout + limits.connectionsCheckingInterval).toBeLessThanOrEqual(20_000);
    expect(requestTimeout + limits.connectionsCheckingInterval).toBeLessThanOrEqual(35_000);
    expect(limits).toMatchObject({ headersTimeout, requestTimeout });
  });
});

it("refuses headers beyond 16 kB", async () => {
  const text = `GET /login HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(17_000)}\r\n\r\n`;
  expect(await say(await start({}), text)).toMatch(/^HTTP\/1\.1 431 /);
});

it("answers what an open connection still asks while it stops, and ends the connection with that", async () => {
  const held: (() => void)[] = [];
  server = makeServer((_request, response) => held.push(() => response.end("told")), {});
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let heard = "";
  socket.setEncoding("utf8").on("data", (part: string) => {
    heard += part;
  });
  const ask = "GET /login HTTP/1.1\r\nHost: localhost\r\n\r\n";
  socket.write(ask);
  await expect.poll(() => held.length).toBe(1);
  server.close();
  socket.write(ask);
  await expect.poll(() => held.length).toBe(2);
  for (const answer of held) answer();
  await once(socket, "close");
  expect(heard.match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
  expect(heard.split("HTTP/1.1 200 ").at(-1)).toMatch(/^connection: close\r$/im);
});

describe("the address that a request comes from", () => {
  const theirs = {
    "x-forwarded-for": "203.0.113.1, 203.0.113.2",
    "x-forwarded-host": "evil.example",
    "x-connection-address": "198.51.100.9",
  };
  it.each([
    [0, "127.0.0.1", undefined],
    [1, "203.0.113.2", "evil.example"],
    [2, "203.0.113.1", "evil.example"],
    [9, "127.0.0.1", "evil.example"],
  ])("with %i proxies of one's own in front is %s", async (hops, address, host) => {
    const port = await start({ hops });
    const headers = { ...theirs, "x-middleware-subrequest": "proxy" };
    const heard = await (await fetch(`http://127.0.0.1:${port}/`, { headers })).json();
    expect(heard).toMatchObject({ "x-forwarded-for": address, "x-connection-address": "127.0.0.1" });
    expect(Reflect.get(Object(heard), "x-forwarded-host")).toBe(host);
    expect(Object.keys(Object(heard))).not.toContain("x-middleware-subrequest");
  });
});

it("knows an address by one spelling, whatever a proxy of one's own writes beside it", async () => {
  const port = await start({ hops: 1 });
  const addressOf = async (seen: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { "x-forwarded-for": seen } });
    return Reflect.get(Object(await answer.json()), "x-forwarded-for");
  };
  const spellings = {
    "203.0.113.1": ["203.0.113.1", "203.0.113.1:1", "9.9.9.9, 203.0.113.1:65535", "::ffff:cb00:7101"],
    "2001:db8::1": ["2001:DB8::1", "[2001:db8:0:0::1]", "[2001:db8::0001]:443", '"[2001:db8::1]:1"'],
    "127.0.0.1": ["unknown", "_hidden", "203.0.113.1:x", "203.0.113", "[203.0.113.1", "9.9.9.9,;", "[]:1"],
  };
  for (const [address, all] of Object.entries(spellings))
    for (const seen of all) expect(await addressOf(seen), seen).toBe(address);
});

describe("two requests in one", () => {
  const head = "POST /api/x HTTP/1.1\r\nHost: localhost\r\n";
  const hidden = "GET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n";
  it.each([
    ["a length beside pieces", `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ["two lengths", `${head}Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n`],
    ["pieces that are not the last coding", `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
    ["a length with a space before its colon", `${head}Content-Length : ${hidden.length}\r\n\r\n`],
    ["a header on two lines", `${head}X: a\r\n b\r\nContent-Length: 0\r\n\r\n`],
    ["a length that is no number", `${head}Content-Length: +4\r\n\r\n`],
    ["a piece whose length is none", `${head}Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n`],
  ])("are refused: %s", async (_name, text) => {
    const heard = await say(await start({}), text + hidden);
    expect(heard).toMatch(/^HTTP\/1\.1 400 /);
    expect(heard.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });
});

describe("the mark of this server", () => {
  const head = "HTTP/1.1\r\nHost: localhost\r\n";
  it.each([
    ["an answer", `GET /login ${head}Connection: close\r\n\r\n`],
    ["a method that isn't offered", `PUT /login ${head}Connection: close\r\n\r\n`],
    ["a request to nobody", "DELETE /api/banks HTTP/1.0\r\n\r\n"],
    ["headers that Node can't read", `GET /login ${head}X : \u0000\r\n\r\n`],
    ["too many headers", `GET /login ${head}X: ${"x".repeat(17_000)}\r\n\r\n`],
    ["a tunnel", `CONNECT a.example:443 ${head}\r\n`],
  ])("is on %s", async (_name, text) => {
    const heard = await say(await start({}), text);
    expect(heard.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
    expect(heard).toMatch(/^x-answered-by: dashboard\r$/m);
  });
});

describe("what a browser is told for long", () => {
  const heardOf = async (options: Parameters<typeof makeServer>[1], path = "/login") =>
    (await fetch(`http://127.0.0.1:${await start(options)}${path}`)).headers;

  it("is https for a year and this host, and for all below it only where the operator asks for it", async () => {
    expect((await heardOf({})).get("strict-transport-security")).toBe("max-age=31536000");
    server.close();
    const asked = await heardOf({ isForSubdomains: true });
    expect(asked.get("strict-transport-security")).toBe("max-age=63072000; includeSubDomains");
  });

  it("is that a proxy must not rewrite a page, and that nobody keeps what is no file", async () => {
    const port = await start({});
    const of = async (path: string, said: string) =>
      (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { "x-say-cache": said } })).headers.get(
        "cache-control",
      );
    expect(await of("/_next/static/x.js", "public, immutable")).toBe("public, immutable, no-transform");
    expect(await of("/_global-error", "s-maxage=31536000")).toBe("no-store, no-transform");
    expect(await of("/transfers", "")).toBe("no-store, no-transform");
    expect(await of("/transfers/x", "private, no-store")).toBe("private, no-store, no-transform");
  });

  it("is how long a connection is kept for its next request", async () => {
    const keepAliveTimeout = 7_000;
    expect((await heardOf({ given: { ...limits, keepAliveTimeout } })).get("keep-alive")).toBe("timeout=7");
    expect(limits.keepAliveTimeout).toBeGreaterThan(600_000);
    expect(limits.idleTimeout).toBeGreaterThan(limits.keepAliveTimeout);
  });
});

describe("what nobody behind the server could answer", () => {
  const head = "HTTP/1.1\r\nHost: localhost\r\n";
  const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n";
  it.each([
    ["another protocol", 400, `GET /nowhere ${head}${upgrade}\r\n`],
    ["another protocol, with a body", 400, `POST /api/x ${head}${upgrade}Content-Length: 2\r\n\r\n{}`],
    ["a tunnel", 405, `CONNECT a.example:443 ${head}\r\n`],
    ["HTTP/2", 400, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["a request to nobody", 400, "DELETE /api/banks HTTP/1.0\r\n\r\n"],
    ["a request to two", 400, `GET /login ${head}Host: evil.example\r\n\r\n`],
    ["a path that is no text", 400, `POST /api/%ff ${head}Content-Length: 0\r\n\r\n`],
  ])("is refused, and the connection ended: %s", async (_name, status, text) => {
    const heard = await say(await start({}), text);
    expect(heard.split(" ")[1]).toBe(`${status}`);
    expect(heard.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });

  it("is a body beyond every reader: its sender can read that, and ask again", async () => {
    const socket = connect(await start({}), "127.0.0.1").setEncoding("utf8");
    let heard = "";
    socket.on("data", (part: string) => {
      heard += part;
    });
    const size = 5_000_000;
    socket.write(`POST /api/callbacks/x ${head}Content-Length: ${size}\r\n\r\n`);
    await expect.poll(() => heard).toMatch(/^HTTP\/1\.1 413 /);
    socket.write("x".repeat(size));
    socket.write(`GET /login ${head}\r\n`);
    await expect.poll(() => heard).toMatch(/^HTTP\/1\.1 200 /m);
    socket.destroy();
  });

  it("stays refused when the framework listens for other protocols, and reaches it from nobody", async () => {
    const port = await start({});
    let calls = 0;
    server.on("upgrade", () => calls++);
    await fetch(`http://127.0.0.1:${port}/`);
    const heard = await say(port, `GET /nowhere ${head}${upgrade}\r\n`);
    expect([heard.split(" ")[1], calls]).toEqual(["400", 0]);
  });

  it("is not what libraries and proxies say with each request", async () => {
    const port = await start({});
    const h2c = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ\r\n";
    for (const said of [`${head}${h2c}`, `${head}Connection: upgrade\r\n`, "HTTP/1.0\r\n"]) {
      const path = said.startsWith("HTTP/1.0") ? "/healthz" : "/api/x";
      const socket = connect(port, "127.0.0.1").setEncoding("utf8");
      socket.write(`GET ${path} ${said}\r\n`);
      expect(String(await once(socket, "data")), said).toMatch(/^HTTP\/1\.1 200 /);
      socket.destroy();
    }
  });
});

it("judges a path as the framework reads it", async () => {
  const port = await start({});
  for (const path of ["/api/../login", "/api/%2e%2e/login", "/sandbox/x/../../login", "/api\\..\\login"]) {
    const text = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
    expect(await say(port, text), path).toMatch(/^HTTP\/1\.1 405 /);
  }
});

it("ends the process where it cannot listen, in place of living on without a port", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const url = new URL("http-server.mjs", import.meta.url).href;
  const text = `const { makeServer } = await import("${url}"); makeServer(() => undefined).listen(${port}, "127.0.0.1");
    process.on("uncaughtException", () => setInterval(() => undefined, 1_000));`;
  const { ended, exitCode, output } = spawnProcess(["--input-type=module", "--eval", text], {});
  await ended;
  expect([exitCode(), output()]).toEqual([
    1,
    expect.stringMatching(/^The dashboard cannot start\..+EADDRINUSE/),
  ]);
});
