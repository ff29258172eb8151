import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { Certificate } from "#lib/testing/servers/certificates";
import type { NameServer } from "#lib/testing/service/name-server";

/** How somebody on the network misbehaves, one after the other. */
export const moods = ["silent name", "no route", "never answers", "resets"] as const;
type Mood = (typeof moods)[number] | "well";

/** Somebody whom the dashboard connects to by TLS, under a name of their own. */
export type Party = { host: string; port: number; feel: (mood: Mood) => void; close: () => void };

/** Reserved for documents: no way leads there. */
export const nowhere = "198.51.100.1";

/** Stands before a plain port of this machine. */
export async function startParty(
  host: string,
  behindPort: number,
  { certificate, key }: Certificate,
  names: NameServer,
): Promise<Party> {
  const open = new Set<Socket>();
  let mood: Mood = "well";
  const secure = createTlsServer({ cert: certificate, key }, (client) => {
    const behind = connect(behindPort, "127.0.0.1");
    for (const [one, other] of [
      [client, behind],
      [behind, client],
    ] as const)
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
    client.pipe(behind).pipe(client);
  });
  secure.on("tlsClientError", () => undefined);
  const door = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket)).on("error", () => undefined);
    if (mood === "resets") socket.resetAndDestroy();
    else if (mood === "well") secure.emit("connection", socket);
  });
  door.listen(0, "127.0.0.1");
  await once(door, "listening");
  const feel = (next: Mood) => {
    mood = next;
    const address = next === "no route" ? nowhere : "127.0.0.1";
    names.know(host, next === "silent name" ? "silent" : [address]);
    // Those of before would go on as before.
    for (const socket of open) socket.destroy();
  };
  feel("well");
  return {
    host,
    port: (door.address() as AddressInfo).port,
    feel,
    close: () => {
      door.close();
      for (const socket of open) socket.destroy();
    },
  };
}
