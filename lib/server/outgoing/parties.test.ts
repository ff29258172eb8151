import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { sendLetter } from "#lib/features/telling/server/mail/transport";
import { guardedAgent } from "#lib/features/telling/server/webhooks/guard";
import { postOver } from "#lib/features/telling/server/webhooks/post";
import { openNode } from "#lib/server/chain/node";
import { sendOverHttp, sendToNode } from "#lib/server/service/offramp-http";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { askOwnNameServer } from "#lib/testing/service/name-server";
import { startSlowDoor } from "#lib/testing/service/slow-door";
import { startMailServer } from "#lib/testing/telling/mail-server";

/** Everybody who is connected to, over every road: nobody's trouble reaches another, and a bad road is not the end. */

type Ports = { http: number; mail: number };
let dashboard: TestDashboard;
let ports: Ports;
beforeEach(async () => {
  const allowed = { WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8, 2001:db8::/32" };
  dashboard = await startDashboard(allowed);
  const mail = await startMailServer();
  const http = createHttpServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { id } = JSON.parse(Buffer.concat(chunks).toString() || "{}");
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ id, result: request.headers["user-agent"] }));
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  onTestFinished(async () => {
    http.close();
    http.closeAllConnections();
    await mail.close();
  });
  ports = { http: (http.address() as AddressInfo).port, mail: mail.port };
});
afterEach(() => dashboard.close());

type Party = (host: string, to: Ports) => Promise<string>;
const request = { method: "GET", headers: {}, timeoutMs: 20_000, maxBytes: 65_536 } as const;
/** What came of asking each: `well`, or how it failed. */
const parties = {
  service: async (host, { http }) => {
    const url = `http://${host}:${http}/api/v1/me`;
    const asked = sendOverHttp({ ...request, url, isFreshConnection: true });
    return asked.then(
      ({ text }) => (text.includes("offramp-dashboard/") ? "well" : text),
      ({ reason, wasSent }) => `${reason}${wasSent ? "" : ", not sent"}`,
    );
  },
  node: async (host, { http }) => {
    const url = `http://${host}:${http}/`;
    const { ask } = openNode({ network: "base", url, headers: {}, send: sendToNode });
    return ask("eth_chainId", []).then(
      () => "well",
      ({ message }) => message,
    );
  },
  webhook: async (host, { http }) => {
    const sent = { form: "standard", headers: {}, body: "{}" } as const;
    const answer = await postOver(guardedAgent())(new URL(`http://${host}:${http}/`), sent);
    return answer.status === 200 ? "well" : `${answer.fault}`;
  },
  mail: async (host, { mail }) => {
    const server = { host, port: mail, tls: "none", user: undefined, password: undefined } as const;
    const setting = { ...server, from: "pay@example.com", greeting: undefined };
    const letter = { subject: "A word", paragraphs: [{ text: "A word." }] };
    const result = await sendLetter("ada@example.com", "msg_1", letter, setting);
    return result.state === "sent" ? "well" : `${result.state}: ${result.code}`;
  },
} satisfies Record<string, Party>;
type Name = keyof typeof parties;
const names = Object.keys(parties) as Name[];

/** Each party at once, by a name of its own. */
function askAll(prefix: string, to: Ports, which: readonly Name[] = names) {
  return which.map((name) => ({ name, outcome: parties[name](`${name}.${prefix}.test`, to) }));
}
async function outcomes(asked: ReturnType<typeof askAll>) {
  const all = asked.map(async ({ name, outcome }) => [name, await outcome] as const);
  return Object.fromEntries(await Promise.all(all));
}
const well = { service: "well", node: "well", webhook: "well", mail: "well" };
/** A dashboard has one mail server. */
const others: readonly Name[] = ["service", "node", "webhook"];
const here = ["127.0.0.1"];
/** Reserved for documents: no way leads there. */
const nowhere = "2001:db8::1";

async function ownNames() {
  const server = await askOwnNameServer();
  for (const name of names) server.know(`${name}.good.test`, here);
  return (what: Parameters<typeof server.know>[1]) => {
    for (const name of names) server.know(`${name}.bad.test`, what);
  };
}

/** While the bad roads are on, everybody else is answered, and of the bad ones nobody. */
async function othersAreAnswered(bad: ReturnType<typeof askAll>) {
  const ended: Name[] = [];
  for (const { name, outcome } of bad) void outcome.then(() => ended.push(name));
  const { mail, ...rest } = well;
  expect(await outcomes(askAll("good", ports, others))).toEqual(rest);
  expect(ended).toEqual([]);
}

it("a name server that is silent for a while", async () => {
  const know = await ownNames();
  know("silent");
  const bad = askAll("bad", ports);
  await othersAreAnswered(bad);
  know(here);
  expect(await outcomes(bad)).toEqual(well);
});

it("an address that no way leads to, beside one that is there", async () => {
  const know = await ownNames();
  know([nowhere, ...here]);
  expect(await outcomes(askAll("bad", ports))).toEqual(well);
});

it("a long way beside an address that no way leads to", async () => {
  const know = await ownNames();
  know([...here, nowhere]);
  const [http, mail] = [await startSlowDoor(ports.http), await startSlowDoor(ports.mail)];
  const bad = askAll("bad", { http: http.port, mail: mail.port });
  await othersAreAnswered(bad);
  http.open();
  mail.open();
  expect(await outcomes(bad)).toEqual(well);
});

it("a connection that is reset as soon as it is made", async () => {
  const know = await ownNames();
  know(here);
  const server = createServer((socket) => socket.resetAndDestroy());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const bad = await outcomes(askAll("bad", { http: port, mail: port }));
  expect(bad).toMatchObject({ node: "unreachable", webhook: "unreachable" });
  expect(bad.service).toMatch(/^unreachable/);
  expect(bad.mail).toMatch(/^later: E/);
  const { mail, ...rest } = well;
  expect(await outcomes(askAll("good", ports, others))).toEqual(rest);
});

it("no name, and nobody at the address: nothing was sent, and each says why", async () => {
  const know = await ownNames();
  know([]);
  const named = { service: "unreachable, not sent", node: "unreachable", mail: "later: ENOTFOUND" };
  expect(await outcomes(askAll("bad", ports))).toEqual({ ...named, webhook: "not_found" });
  await dashboard.restart();
  know(here);
  const closed = { http: 1, mail: 1 };
  const refused = { ...named, mail: "later: ECONNREFUSED", webhook: "unreachable" };
  expect(await outcomes(askAll("bad", closed))).toEqual(refused);
});

/** How an answer begins, and what comes of it then without end. */
const endless = {
  headers: ["HTTP/1.1 200 OK\r\n", "x-more: of the same\r\n"],
  "one header": ["HTTP/1.1 200 OK\r\nx-more: ", "of the same "],
  body: ["HTTP/1.1 200 OK\r\n\r\n", "of the same "],
  "small parts": ["HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", "1\r\nx\r\n"],
  "one part's remark": ["HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;x=", "of the same "],
  "what follows a body": [
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n",
    "x-more: of the same\r\n",
  ],
} satisfies Record<string, [string, string]>;

/** What a webhook to somebody who does so comes to, with more time than a test has. */
async function outcomeOf(answer: (socket: Socket) => void) {
  const know = await ownNames();
  know(here);
  let open = 0;
  const server = createServer((socket) => {
    open += 1;
    socket.on("close", () => (open -= 1)).on("error", () => undefined);
    socket.once("data", () => answer(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const sent = { form: "standard", headers: {}, body: "{}" } as const;
  const url = new URL(`http://webhook.bad.test:${port}/`);
  const { status, fault } = await postOver(guardedAgent(), 600_000)(url, sent);
  await expect.poll(() => open).toBe(0);
  return status === 200 ? "well" : fault;
}

it.each(Object.entries(endless))(
  "an answer without end (%s) is left before its time is over",
  async (_, [start, more]) => {
    const chunk = more.repeat(65_536 / more.length);
    const outcome = await outcomeOf((socket) => {
      const go = () => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.write(start);
      socket.on("drain", go);
      go();
    });
    expect(["well", "unreachable"]).toContain(outcome);
  },
);

it("more hints than anybody has are no beginning of an answer", async () => {
  const hint = "HTTP/1.1 103 Early Hints\r\nlink: </more>\r\n\r\n";
  expect(await outcomeOf((socket) => socket.write(hint.repeat(20)))).toBe("unreachable");
  expect(await outcomeOf((socket) => socket.end(`${hint.repeat(2)}HTTP/1.1 200 OK\r\n\r\n`))).toBe("well");
});

it("an answer that leads on and on is not followed", async () => {
  const know = await ownNames();
  know(here);
  let asked = 0;
  const server = createHttpServer((_, response) => {
    asked += 1;
    response.writeHead(307, { location: `/${asked}`, connection: "close" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const bad = await outcomes(askAll("bad", { http: port, mail: port }, others));
  expect([bad.webhook, bad.node === "well", asked]).toEqual(["redirect", false, others.length]);
});
