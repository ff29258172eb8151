import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A network between a client and a server that can be broken in the ways of networks. */
export type TcpProxy = {
  port: number;
  /** Lets nothing through any more, in both directions, and closes nothing. */
  hold: () => void;
  /** Lets everything through again, on new connections. */
  mend: () => void;
  /** Cuts the first connection whose client has said these words, one after the other: it never hears what was answered. */
  cutAfter: (...words: string[]) => void;
  /** Cuts every connection, and leads new ones to another port. */
  redirect: (port: number) => void;
  close: () => Promise<void>;
};

/** Starts one in front of a port of this machine. Each answer can come late by so many milliseconds. */
export async function startProxy(port: number, answerDelayMs = 0): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let target = port;
  let isHeld = false;
  let awaited: readonly string[] = [];
  const server = createServer((client) => {
    const behind = connect(target, "127.0.0.1");
    let isMute = false;
    let heard: { of: readonly string[]; count: number } = { of: awaited, count: 0 };
    for (const socket of [client, behind]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        behind.destroy();
      });
    }
    client.on("data", (bytes) => {
      if (isHeld) return;
      behind.write(bytes);
      // Words that another connection has said do not count here.
      if (heard.of !== awaited) heard = { of: awaited, count: 0 };
      const word = awaited[heard.count];
      if (word === undefined || !bytes.includes(word)) return;
      heard.count += 1;
      if (heard.count < awaited.length) return;
      isMute = true;
      awaited = [];
    });
    behind.on("data", (bytes) => {
      // What the server says now is its answer: it has done what it was told.
      if (isMute) client.destroy();
      else if (isHeld) return;
      else if (answerDelayMs === 0) client.write(bytes);
      else setTimeout(() => client.write(bytes), answerDelayMs);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    hold: () => {
      isHeld = true;
    },
    mend: () => {
      isHeld = false;
      endAll();
    },
    cutAfter: (...words) => {
      awaited = words;
    },
    redirect: (next) => {
      target = next;
      endAll();
    },
    close: async () => {
      endAll();
      server.close();
      await once(server, "close");
    },
  };
}
