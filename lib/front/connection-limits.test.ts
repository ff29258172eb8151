import { once } from "node:events";
import { get, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { limits, makeServer } from "./http-server.mjs";

const head = "HTTP/1.1\r\nHost: localhost\r\n";
const short = { ...limits, lookInterval: 10 };
let server: ReturnType<typeof makeServer>;
let answers: ServerResponse[];
/** How many answers have ended with their connection. */
let closed = 0;
let clients: Socket[] = [];
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const client of clients) client.destroy();
  clients = [];
  server.closeAllConnections();
  server.close();
});

/** Starts it; what is asked stays unanswered, or is answered with more than the system takes. */
async function start(given: Partial<typeof limits>, { hops = 0, isLong = false } = {}): Promise<number> {
  [answers, closed] = [[], 0];
  const options = { given: { ...short, ...given }, hops };
  server = makeServer((request, response) => {
    request.resume();
    answers.push(response);
    response.once("close", () => {
      closed += 1;
    });
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
const areGone = () => expect.poll(connections).toBe(0);

/** Gives what turns the clock, by which nothing moves of itself, and has the server look at its connections. */
function holdClock(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => now);
  return (ms) => {
    now += ms;
    vi.advanceTimersByTime(short.lookInterval);
  };
}

it.each([
  ["a client that reads no answer", { stalledTimeout: 100 }, "", true],
  ["one that left without reading it", { stalledTimeout: 100 }, "end", true],
  ["a request that nobody answers", { unansweredTimeout: 100 }, "", false],
])("ends the connection of %s", async (_name, given, act, isLong) => {
  const port = await start(given, { isLong });
  const socket = client(port, `GET /x ${head}\r\n`);
  await expect.poll(() => answers.length).toBe(1);
  if (act === "end") socket.end();
  await expect.poll(() => closed).toBe(1);
  await areGone();
});

it("ends a connection that is kept alive by bytes that ask nothing", async () => {
  const turn = holdClock();
  const port = await start({ idleTimeout: 300_000 });
  const connected = once(server, "connection");
  const socket = client(port, `GET /x ${head}\r\n`);
  const [theirs]: Socket[] = await connected;
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.end("told");
  await expect.poll(() => closed).toBe(1);
  for (let count = 0; count < 2; count++) {
    expect(await connections()).toBe(1);
    const before = theirs?.bytesRead ?? 0;
    socket.write("\r\n");
    await expect.poll(() => theirs?.bytesRead).toBe(before + 2);
    turn(200_000);
  }
  await areGone();
});

it("keeps a connection that asks nothing while there is room, and not while many are open", async () => {
  const port = await start({ manyConnections: 2, crowdedIdleTimeout: 300 });
  const asked = client(port, `GET /x ${head}\r\n`).resume();
  await vi.waitFor(() => expect(answers).toHaveLength(1), 10_000);
  answers[0]?.end("told");
  client(port, `GET /x ${head}\r\n`);
  await vi.waitFor(() => expect(answers).toHaveLength(2), 10_000);
  const closed = once(asked, "end");
  expect(asked.readableEnded).toBe(false);
  client(port, `GET /x ${head}\r\n`);
  await closed;
  // Those that wait for an answer stay.
  expect(await connections()).toBe(2);
});

it("ends no connection whose client reads, however slowly", async () => {
  const turn = holdClock();
  const port = await start({ stalledTimeout: 400_000, unansweredTimeout: 400_000 });
  const socket = client(port, `GET /x ${head}\r\n`).resume();
  await expect.poll(() => answers.length).toBe(1);
  let heard = 0;
  socket.on("data", (part) => {
    heard += part.length;
  });
  // Longer in all than each limit, and each part well within it.
  for (let part = 0; part < 4; part++) {
    answers[0]?.write("x".repeat(1_000));
    await expect.poll(() => heard).toBeGreaterThan((part + 1) * 1_000);
    turn(300_000);
  }
  expect(await connections()).toBe(1);
  turn(500_000);
  await areGone();
});

it("tells all answers of a connection that its client has gone, also those whose turn had not come", async () => {
  const port = await start({});
  for (const isTunnel of [false, true]) {
    answers = [];
    const socket = client(port, `GET /x ${head}\r\n`.repeat(3));
    await expect.poll(() => answers.length).toBe(3);
    const all = answers.map((answer) => once(answer, "close"));
    if (isTunnel) socket.write(`CONNECT a.example:1 ${head}\r\n`);
    else socket.destroy();
    await Promise.all(all);
    await areGone();
  }
});

it("takes no more requests ahead, and no more of a body, than anybody has a use for", async () => {
  const port = await start({ maxThrownAwayBytes: 100_000 });
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
  await expect.poll(connections).toBe(3);
  const refused = client(port).resume().setEncoding("utf8");
  expect(String(await once(refused, "data"))).toMatch(/^HTTP\/1\.1 503 (.|\s)*Too many connections/);
  // A place that is free again is given again.
  for (const socket of clients.splice(0)) socket.destroy();
  await areGone();
  client(port, `GET /x ${head}\r\n`);
  await expect.poll(() => answers.length).toBe(1);
  server.closeAllConnections();
  server.close();
  port = await start(given, { hops: 1 });
  for (let count = 0; count < 9; count++) client(port);
  await expect.poll(connections).toBe(5);
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
  await expect.poll(() => answers.length).toBeGreaterThanOrEqual(3);
  const isClosed = once(server, "close");
  server.close();
  await isClosed;
});

it("answers that a method is not offered also while it stops", async () => {
  const port = await start({});
  const asked = get({ port, host: "127.0.0.1", path: "/api/x" });
  await expect.poll(() => answers.length).toBe(1);
  server.close();
  if (answers[0]) answers[0].statusCode = 405;
  answers[0]?.end();
  const [reply] = await once(asked, "response");
  expect(reply.statusCode).toBe(405);
});
