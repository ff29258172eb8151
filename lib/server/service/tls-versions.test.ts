import { createServer } from "node:net";
import tls from "node:tls";
import pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { clientSettings } from "#lib/server/database/postgres/postgres-dialect";
import { goodInitiate } from "#lib/testing/ledger/inputs";
import { startDashboard } from "#lib/testing/servers/dashboard";
import { testKey } from "#lib/testing/service/faulty-service";
import { business } from "./business";
import { initiate } from "./initiate";

const before = tls.DEFAULT_MIN_VERSION;
beforeEach(() => {
  // As a process does that is started with --tls-min-v1.0.
  tls.DEFAULT_MIN_VERSION = "TLSv1";
});
afterEach(() => {
  tls.DEFAULT_MIN_VERSION = before;
});

/** A server that hears how a client begins to speak TLS, and hangs up. */
async function listen() {
  const hellos: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => {
      // PostgreSQL is asked first whether it speaks TLS at all.
      if (bytes.length === 8) return socket.write("S");
      hellos.push(bytes);
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as { port: number }).port, hellos, close: () => server.close() };
}

/** The versions that a ClientHello offers in its extension `supported_versions` (RFC 8446, 4.2.1). */
function offered(hello: Buffer): string[] {
  let at = 5 + 4 + 2 + 32;
  at += 1 + hello.readUInt8(at);
  at += 2 + hello.readUInt16BE(at);
  at += 1 + hello.readUInt8(at);
  at += 2;
  while (at < hello.length) {
    const [type, length] = [hello.readUInt16BE(at), hello.readUInt16BE(at + 2)];
    if (type === 43) return hello.toString("hex", at + 5, at + 4 + length).match(/.{4}/g) ?? [];
    at += 4 + length;
  }
  return [];
}
const [tls13, tls12] = ["0304", "0303"];

it("speaks TLS 1.2 and 1.3 alone with the service, whatever the process is told", async () => {
  const { port, hellos, close } = await listen();
  const dashboard = await startDashboard({
    OFFRAMP_BASE_URL: `https://localhost:${port}`,
    OFFRAMP_API_KEY: testKey,
  });
  await initiate(goodInitiate);
  await business().catch(() => undefined);
  expect(hellos.length).toBeGreaterThanOrEqual(2);
  for (const hello of hellos) expect(offered(hello)).toEqual([tls13, tls12]);
  await dashboard.close();
  close();
});

it("speaks TLS 1.2 and 1.3 alone with a database on another machine", async () => {
  const { port, hellos, close } = await listen();
  const address = { host: "127.0.0.1", port, user: "u", password: "p", database: "d" };
  const settings = clientSettings({ ...address, ssl: { host: "localhost", rejectUnauthorized: true } });
  await new pg.Client(settings).connect().catch(() => undefined);
  expect(hellos.map(offered)).toEqual([[tls13, tls12]]);
  close();
});
