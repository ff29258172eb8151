import { once } from "node:events";
import { get, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { limits, makeServer } from "./http-server.mjs";

const head = "HTTP/1.1\r\nHost: localhost\r\n";
const short = { ...limits, lookInterval: 10 };
let server: ReturnType<typeof makeServer>;
let answers: ServerResponse[];
let clients: Socket[] = [];
afterEach(() => {
  for (const client of clients) client.destroy();
  clients = [];
  server.closeAllConnections();
  server.close();
});

/** Starts it; what is asked stays unanswered, or is answered with more than the system takes. */
async function start(given: Partial<typeof limits>, { hops = 0, isLong = false } = {}): Promise<number> {
  answers = [];
  const options = { given: { ...short, ...given }, hops };
  server = makeServer((request, response) => {
    request.resume();
    answers.push(response);
    if (isLong) response.write(Buffer.alloc(16_000_000));
  }, options);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** A client that keeps its side open whatever the server does, and reads only when asked to. */
function client(port: number, text = ""): Socket {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).pause();
  socket.on("error", () => undefined);
  socket.write(text);
  clients.push(socket);
  return socket;
}

const connections = () =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
const areGone = () => vi.waitFor(async () => expect(await connections()).toBe(0), 10_000);

it.each([
  ["a client that reads no answer", { stalledTimeout: 100 }, "", true],
  ["one that left without reading it", { stalledTimeout: 100 }, "end", true],
  ["a request that nobody answers", { unansweredTimeout: 100 }, "", false],
])("ends the connection of %s", async (_name, given, act, isLong) => {
  const port = await start(given, { isLong });
  const socket = client(port, `GET /x ${head}\r\n`);
  await vi.waitFor(() => expect(answers).toHaveLength(1), 10_000);
  const closed = once(answers[0] as ServerResponse, "close");
  if (act === "end") socket.end();
  await closed;
  await areGone();
});

it("ends a connection that is kept alive by bytes that ask nothing", async () => {
  const port = await start({ idleTimeout: 300 });
  const socket = client(port, `GET /x ${head}\r\n`);
  await vi.waitFor(() => expect(answers).toHaveLength(1), 10_000);
  answers[0]?.end("told");
  const timer = setInterval(() => socket.write("\r\n"), 10);
  await areGone();
  clearInterval(timer);
});

it("ends no connection whose client reads, however slowly", async () => {
  const port = await start({ stalledTimeout: 400, unansweredTimeout: 400 });
  const socket = client(port, `GET /x ${head}\r\n`).resume();
  await vi.waitFor(() => expect(answers).toHaveLength(1), 10_000);
  let heard = 0;
  socket.on("data", (part) => {
    heard += part.length;
  });
  // Longer in all than each limit, and each part well within it.
  for (let part = 0; part < 12; part++) {
    answers[0]?.write("x".repeat(1_000));
    await vi.waitFor(() => expect(heard).toBeGreaterThan(part * 1_000), 10_000);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  expect(socket.closed).toBe(false);
  answers[0]?.end();
});

it("tells all answers of a connection that its client has gone, also those whose turn had not come", async () => {
  const port = await start({});
  for (const isTunnel of [false, true]) {
    answers = [];
    const socket = client(port, `GET /x ${head}\r\n`.repeat(3));
    await vi.waitFor(() => expect(answers).toHaveLength(3), 10_000);
    const closed = answers.map((answer) => once(answer, "close"));
    if (isTunnel) socket.write(`CONNECT a.example:1 ${head}\r\n`);
    else socket.destroy();
    await Promise.all(closed);
    await areGone();
  }
});

it("takes no more requests ahead, and no more of a body, than anybody has a use for", async () => {
  const port = await start({ maxBodyBytes: 100_000 });
  const cut = once(server, "connection").then(([socket]) => once(socket, "close"));
  client(port, `GET /x ${head}\r\n`.repeat(limits.maxPipelined + 100));
  await cut;
  const socket = client(port, `POST /api/x ${head}Transfer-Encoding: chunked\r\n\r\n`);
  const [theirs] = await once(server, "connection");
  const piece = `${(10_000).toString(16)}\r\n${"x".repeat(10_000)}\r\n`;
  const timer = setInterval(() => socket.write(piece), 1);
  await once(theirs, "close");
  clearInterval(timer);
});

it("holds so many connections of one network and no more, unless a proxy of one's own stands in front", async () => {
  const given = { maxConnectionsOfNetwork: 3, maxConnections: 5 };
  let port = await start(given);
  for (let count = 0; count < 3; count++) client(port);
  await vi.waitFor(async () => expect(await connections()).toBe(3), 10_000);
  const refused = client(port).resume().setEncoding("utf8");
  expect(String(await once(refused, "data"))).toMatch(/^HTTP\/1\.1 503 (.|\s)*Too many connections/);
  // A place that is free again is given again.
  for (const socket of clients.splice(0)) socket.destroy();
  await areGone();
  client(port, `GET /x ${head}\r\n`);
  await vi.waitFor(() => expect(answers).toHaveLength(1), 10_000);
  server.closeAllConnections();
  server.close();
  port = await start(given, { hops: 1 });
  for (let count = 0; count < 9; count++) client(port);
  await vi.waitFor(async () => expect(await connections()).toBe(5), 10_000);
});

it("stops soon, whoever is connected", async () => {
  const port = await start({ stopTimeout: 200 }, { isLong: true });
  const texts = [
    "",
    "GET /x HTTP/1.1\r\nHost",
    `GET /x ${head}\r\n`,
    `GET /x ${head}Connection: Upgrade\r\nUpgrade: foo\r\n\r\n`,
    `POST /api/x ${head}Content-Length: 10\r\n\r\n{`,
  ];
  for (const text of [...texts, ...texts]) client(port, text);
  for (const socket of clients.slice(texts.length)) socket.end();
  await vi.waitFor(() => expect(answers.length).toBeGreaterThanOrEqual(3), 10_000);
  const closed = once(server, "close");
  server.close();
  await closed;
});

it("answers that a method is not offered also while it stops", async () => {
  const port = await start({});
  const asked = get({ port, host: "127.0.0.1", path: "/api/x" });
  await vi.waitFor(() => expect(answers).toHaveLength(1), 10_000);
  server.close();
  if (answers[0]) answers[0].statusCode = 405;
  answers[0]?.end();
  const [reply] = await once(asked, "response");
  expect(reply.statusCode).toBe(405);
});
