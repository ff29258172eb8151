import { randomInt } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer, Socket } from "node:net";
import pg from "pg";

/**
 * As much of PgBouncer as tells its modes apart: it reads the start-up message itself, refuses parameters there with
 * 08P01, and lends a client a connection for its session, or for one transaction alone.
 */
type Pooler = { url: string; close: () => Promise<void> };

type Ways = {
  mode: "session" | "transaction";
  /** Lends the backend that has rested longest; PgBouncer lends the last one unless `server_round_robin` is set. */
  isRoundRobin?: boolean;
  /** What may stand in a start-up message; PgBouncer's own list unless said otherwise. */
  parameters?: readonly string[];
};

const ofPgBouncer = [
  "client_encoding",
  "datestyle",
  "timezone",
  "standard_conforming_strings",
  "application_name",
];
const sslRequest = 80_877_103;

/** Starts one before a database. It lets in whoever connects, who is the user of the URL behind it. */
export async function startPooler(url: string, ways: Ways): Promise<Pooler> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true).on("error", () => undefined);
  };
  const idle: Socket[] = [];
  const lend = async (): Promise<Socket> => {
    const isSpare = idle.length > (ways.isRoundRobin === true ? 1 : 0);
    const rested = isSpare ? idle.shift() : undefined;
    if (rested !== undefined) return rested;
    const backend = await connectTo(url);
    keep(backend);
    return backend;
  };
  const giveBack = (backend: Socket) => {
    backend.removeAllListeners("data").removeAllListeners("close");
    if (ways.isRoundRobin === true) idle.push(backend);
    else idle.unshift(backend);
  };
  const server = createServer((client) => {
    keep(client);
    serve(client, ways, lend, giveBack);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const own = new URL(url);
  own.port = `${(server.address() as AddressInfo).port}`;
  return {
    url: own.href,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function serve(
  client: Socket,
  { mode, parameters = ofPgBouncer }: Ways,
  lend: () => Promise<Socket>,
  giveBack: (backend: Socket) => void,
): void {
  let lent: Promise<Socket> | undefined;
  const borrow = async (): Promise<Socket> => {
    const backend = await lend();
    const read = messageReader(1, (message) => {
      client.write(message);
      const isOver = message.toString("latin1", 0, 1) === "Z" && message.toString("latin1", 5, 6) === "I";
      if (!isOver || mode === "session") return;
      lent = undefined;
      giveBack(backend);
    });
    backend.on("data", read);
    backend.on("close", () => client.destroy());
    return backend;
  };
  const forward = messageReader(1, (message) => {
    if (message.toString("latin1", 0, 1) === "X") return void client.end();
    lent ??= borrow();
    lent.then(
      (backend) => backend.write(message),
      () => client.end(errorMessage("server login has been failing")),
    );
  });
  const greet = messageReader(0, (message) => {
    if (message.readInt32BE(4) === sslRequest) return void client.write("N");
    const [unknown] = namesOf(message).filter((name) => !["user", "database", ...parameters].includes(name));
    client.removeListener("data", greet);
    client.on("data", forward);
    if (unknown === undefined) client.write(welcome());
    else client.end(errorMessage(`unsupported startup parameter: ${unknown}`));
  });
  client.on("data", greet);
  // What a session leaves there is not for the next one.
  client.on("close", () => void lent?.then((backend) => backend.destroy()).catch(() => undefined));
}

/** A connection to PostgreSQL that the driver has opened, and that speaks to nobody any more. */
async function connectTo(url: string): Promise<Socket> {
  const socket = new Socket();
  const client = new pg.Client({ connectionString: url, stream: () => socket });
  client.on("error", () => undefined);
  await client.connect();
  return socket.removeAllListeners("data");
}

/** Cuts what comes into messages, whose length stands behind so many bytes. */
function messageReader(lengthAt: number, take: (message: Buffer) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= lengthAt + 4) {
      const end = lengthAt + rest.readInt32BE(lengthAt);
      if (rest.length < end) return;
      const message = rest.subarray(0, end);
      rest = rest.subarray(end);
      take(message);
    }
  };
}

/** The names in a start-up message, each before its value. */
function namesOf(message: Buffer): string[] {
  const parts = message.toString("utf8", 8).split("\0");
  return parts.slice(0, -2).filter((_, at) => at % 2 === 0);
}

function toMessage(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

/** The client is in; the number that it is told belongs to no process of PostgreSQL. */
function welcome(): Buffer {
  const key = Buffer.alloc(8);
  key.writeInt32BE(randomInt(2 ** 31 - 1));
  return Buffer.concat([
    toMessage("R", Buffer.alloc(4)),
    toMessage("S", Buffer.from("server_version\x0018.0\0")),
    toMessage("K", key),
    toMessage("Z", Buffer.from("I")),
  ]);
}

function errorMessage(text: string): Buffer {
  return toMessage("E", Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${text}\0\0`));
}
