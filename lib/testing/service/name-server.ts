import childProcess from "node:child_process";
import { createSocket, type RemoteInfo } from "node:dgram";
import dns from "node:dns";
import { once } from "node:events";
import { isIPv4, isIPv6 } from "node:net";
import { onTestFinished } from "vitest";

/** `silent`: no answer until it speaks. `fails`: SERVFAIL. `only_a`: the first address, and silence about IPv6. */
type Known = readonly string[] | "silent" | "fails" | { only: string };

/** A real name server on this machine, for the names that it is told. */
export type NameServer = {
  /** The names that it was asked for, once a question. */
  asked: string[];
  know: (name: string, what: Known) => void;
  close: () => void;
};

const types = { 1: isIPv4, 28: isIPv6 } as const;
const [notFound, serverFailed] = [3, 2];

export async function startNameServer(
  address = "127.0.0.1",
  port = 0,
): Promise<NameServer & { port: number }> {
  const known = new Map<string, Known>();
  const waiting: { name: string; question: Buffer; from: RemoteInfo }[] = [];
  const asked: string[] = [];
  const socket = createSocket("udp4");
  const answer = (question: Buffer, name: string, from: RemoteInfo) => {
    const what = known.get(name);
    const type = question.readUInt16BE(question.length - 4);
    if (what === "silent") return void waiting.push({ name, question, from });
    if (typeof what === "object" && "only" in what && type !== 1) return;
    const reply = replyTo(question, what);
    socket.send(reply, from.port, from.address);
  };
  socket.on("message", (message, from) => {
    const { name, question } = readQuestion(message);
    asked.push(name);
    answer(question, name, from);
  });
  socket.bind(port, address);
  await once(socket, "listening");
  return {
    port: socket.address().port,
    asked,
    know: (name, what) => {
      known.set(name, what);
      const due = waiting.filter((each) => each.name === name);
      for (const each of due) waiting.splice(waiting.indexOf(each), 1);
      for (const { question, from } of due) answer(question, name, from);
    },
    close: () => socket.close(),
  };
}

/** The header and the one question, without what follows. */
function readQuestion(message: Buffer): { name: string; question: Buffer } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), question: message.subarray(0, at + 5) };
}

function replyTo(question: Buffer, what: Known | undefined): Buffer {
  const type = question.readUInt16BE(question.length - 4) as keyof typeof types;
  const addresses = what === undefined || what === "fails" || what === "silent" ? [] : listOf(what);
  const records = addresses
    .filter((address) => types[type]?.(address))
    .map((address) => recordOf(address, type));
  const header = Buffer.from(question.subarray(0, 12));
  const code = what === undefined ? notFound : what === "fails" ? serverFailed : 0;
  // A recursive server's answer.
  header.writeUInt16BE(0x81_80 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, question.subarray(12), ...records]);
}

function listOf(what: readonly string[] | { only: string }): readonly string[] {
  return "only" in what ? [what.only] : what;
}

function recordOf(address: string, type: number): Buffer {
  const data = isIPv4(address) ? Buffer.from(address.split(".").map(Number)) : ipv6Bytes(address);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc0_0c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(0, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function ipv6Bytes(address: string): Buffer {
  const [left = "", right] = address.split("::");
  const parts = (text: string) => (text === "" ? [] : text.split(":"));
  const [before, after] = [parts(left), parts(right ?? "")];
  const zeros = Array(8 - before.length - after.length).fill("0");
  const bytes = Buffer.alloc(16);
  [...before, ...zeros, ...after].forEach(
    (part, at) => void bytes.writeUInt16BE(Number.parseInt(part, 16), at * 2),
  );
  return bytes;
}

/**
 * Has this process ask a name server of its own until the test ends. The system's look-ups ask it as well, in this process and
 * apart from it: `bySystem` and `apart` have the names that they were asked for.
 */
export async function askOwnNameServer(): Promise<NameServer & { bySystem: string[]; apart: string[] }> {
  const server = await startNameServer();
  const { Resolver, lookup } = dns.promises;
  const { execFile } = childProcess;
  class OwnResolver extends Resolver {
    constructor(options?: ConstructorParameters<typeof Resolver>[0]) {
      super(options);
      this.setServers([`127.0.0.1:${server.port}`]);
    }
  }
  const [bySystem, apart]: [string[], string[]] = [[], []];
  const find = async (name: string) => {
    const resolver = new OwnResolver();
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = found.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
    if (addresses.length === 0) throw Object.assign(new Error(name), { code: "ENOTFOUND" });
    return addresses;
  };
  const ownLookup = async (name: string) => {
    bySystem.push(name);
    return (await find(name)).map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
  };
  type Answer = (error: object | null, said: string) => void;
  const ownExecFile = (_file: string, [, name = ""]: string[], _options: object, answer: Answer) => {
    apart.push(name);
    void find(name).then(
      (addresses) => answer(null, addresses.map((address) => `${address} STREAM\n`).join("")),
      () => answer({ code: 2, killed: false }, ""),
    );
  };
  Object.assign(dns.promises, { Resolver: OwnResolver, lookup: ownLookup });
  Object.assign(childProcess, { execFile: ownExecFile });
  onTestFinished(() => {
    Object.assign(dns.promises, { Resolver, lookup });
    Object.assign(childProcess, { execFile });
    server.close();
  });
  return { ...server, bySystem, apart };
}
