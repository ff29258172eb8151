import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { freePort } from "#lib/testing/servers/server-process";
import { startSlowDoor } from "#lib/testing/service/slow-door";
import { ConnectionError, connectTo } from "./connect";
import { connectionFault } from "./connection-words";
import { NameError } from "./names";

/** Reserved for documents: nobody answers there. */
const nowhere = "2001:db8::1";
const alsoNowhere = "198.51.100.1";

async function listen(host = "127.0.0.1") {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on("error", () => undefined).end("hello");
  });
  server.listen(0, host);
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

const to = (port: number, addresses: readonly string[], limitMs = 5_000) =>
  connectTo({ host: "party.test", port }, { resolve: () => Promise.resolve(addresses), limitMs });
const failure = (trying: Promise<unknown>) =>
  trying.then(
    () => undefined,
    (error: unknown) => error as ConnectionError,
  );

it("reaches a name by whichever of its addresses leads there", async () => {
  const { port, connections } = await listen();
  for (const addresses of [
    ["127.0.0.1", nowhere],
    [nowhere, "127.0.0.1"],
    [nowhere, alsoNowhere, "127.0.0.1"],
    [nowhere, "2001:db8::2", "2001:db8::3", "127.0.0.1"],
  ]) {
    const socket = await to(port, addresses);
    expect(socket.remoteAddress).toBe("127.0.0.1");
    socket.destroy();
  }
  await expect.poll(connections).toBe(4);
});

it("waits for a slow address as long as connecting may take, beside one that leads nowhere", async () => {
  const { port } = await listen();
  const door = await startSlowDoor(port);
  const connecting = to(door.port, ["127.0.0.1", nowhere]);
  // Longer than Node would give an address.
  setTimeout(door.open, 400);
  const socket = await connecting;
  expect(socket.remoteAddress).toBe("127.0.0.1");
  socket.destroy();
});

it("names each address that was tried, and how it failed", async () => {
  const closed = await freePort();
  const refused = await failure(to(closed, ["127.0.0.1", "::1"]));
  expect(refused).toBeInstanceOf(ConnectionError);
  expect(refused?.code).toBe("ECONNREFUSED");
  expect(connectionFault(new Error("a call failed", { cause: refused }))).toMatch(
    /^party\.test: 127\.0\.0\.1 refused the connection; ::1 /,
  );
  const { port } = await listen();
  const door = await startSlowDoor(port);
  const late = await failure(to(door.port, ["127.0.0.1"], 300));
  expect(late?.code).toBe("ETIMEDOUT");
  expect(connectionFault(late)).toBe("party.test: 127.0.0.1 gave no answer in time.");
});

it("says of a name what kept it from being found, and whose fault that is", async () => {
  const resolving = (resolve: () => Promise<readonly string[]>) =>
    failure(connectTo({ host: "party.test", port: 1 }, { resolve, limitMs: 200 })).then(connectionFault);
  expect(await resolving(() => new Promise(() => undefined))).toBe(
    "The name server gave no answer about party.test.",
  );
  expect(await resolving(() => Promise.reject(new NameError("ENOTFOUND")))).toBe(
    "The name server knows no party.test.",
  );
  expect(await resolving(() => Promise.reject(new NameError("EAI_AGAIN")))).toBe(
    "The name server couldn’t answer about party.test.",
  );
  expect(await resolving(() => Promise.resolve([]))).toBe("The name server knows no party.test.");
  expect(connectionFault(new Error("after it was connected"))).toBeUndefined();
});

it("tries no more than ten of a thousand addresses", async () => {
  const closed = await freePort();
  const many = Array.from({ length: 1_000 }, (_, at) => `127.0.${at >> 8}.${at & 255}`).slice(1);
  expect((await failure(to(closed, many)))?.attempts).toHaveLength(10);
});
