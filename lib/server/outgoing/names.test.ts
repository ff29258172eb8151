import childProcess from "node:child_process";
import { expect, it } from "vitest";
import { askOwnNameServer } from "#lib/testing/service/name-server";
import { besideTheSystem, bySystem } from "./names";

const codeOf = (asking: Promise<unknown>) =>
  asking.then(
    () => "found",
    ({ code }) => code,
  );

it("finds every address of a name by DNS, IPv4 first, and takes no thread of the system for it", async () => {
  const server = await askOwnNameServer();
  server.know("ledger.test", ["2001:db8::7", "192.0.2.7", "192.0.2.8"]);
  expect(await besideTheSystem("ledger.test")).toEqual(["192.0.2.7", "192.0.2.8", "2001:db8::7"]);
  expect(await besideTheSystem("192.0.2.1")).toEqual(["192.0.2.1"]);
  expect(await besideTheSystem("2001:db8::1")).toEqual(["2001:db8::1"]);
  expect(server.bySystem).toEqual([]);
});

it("asks nobody about names of this machine", async () => {
  const server = await askOwnNameServer();
  expect(await besideTheSystem("localhost")).toContain("127.0.0.1");
  expect(await besideTheSystem("LOCALHOST.")).toContain("127.0.0.1");
  expect([server.asked, server.bySystem]).toEqual([[], []]);
});

it("does not wait for a name server that drops the question about IPv6", async () => {
  const server = await askOwnNameServer();
  server.know("ledger.test", { only: "192.0.2.7" });
  expect(await besideTheSystem("ledger.test")).toEqual(["192.0.2.7"]);
});

it("lets a silent name server hold up its own name alone, once for all who ask", async () => {
  const server = await askOwnNameServer();
  server.know("silent.test", "silent");
  server.know("ledger.test", ["192.0.2.7"]);
  const silent = Array.from({ length: 20 }, () => besideTheSystem("silent.test"));
  let isAnswered = false;
  void Promise.any(silent).then(() => {
    isAnswered = true;
  });
  for (let at = 0; at < 20; at++) expect(await besideTheSystem("ledger.test")).toEqual(["192.0.2.7"]);
  expect(await bySystem("ledger.test")).toEqual(["192.0.2.7"]);
  expect(isAnswered).toBe(false);
  // One question for each family.
  expect(server.asked.filter((name) => name === "silent.test").length).toBeLessThanOrEqual(2);
  server.know("silent.test", ["192.0.2.9"]);
  for (const asking of silent) expect(await asking).toEqual(["192.0.2.9"]);
  expect(server.bySystem).toEqual(["ledger.test"]);
});

it("asks the system apart, each name by itself, what DNS does not know, and not what DNS can't say", async () => {
  const server = await askOwnNameServer();
  server.know("broken.test", "fails");
  expect(await codeOf(besideTheSystem("broken.test"))).toBe("EAI_AGAIN");
  const held = new Map<string, (error: object | null, said: string) => void>();
  Object.assign(childProcess, {
    execFile: (_file: string, [, name = ""]: string[], _options: object, answer: () => void) =>
      held.set(name, answer),
  });
  const names = ["one.lan", "two.lan", "three.lan"];
  const asking = names.map((name) => codeOf(besideTheSystem(name)));
  await expect.poll(() => [...held.keys()].sort()).toEqual(names.toSorted());
  // The last of them isn't behind the others, and the service's own is behind none.
  held.get("three.lan")?.(null, "192.0.2.3 STREAM three.lan\n192.0.2.3 DGRAM\n2001:db8::3 STREAM\n");
  expect(await asking[2]).toBe("found");
  server.know("service.test", ["192.0.2.4"]);
  expect(await bySystem("service.test")).toEqual(["192.0.2.4"]);
  held.get("two.lan")?.({ code: 2, killed: false }, "");
  held.get("one.lan")?.({ code: null, killed: true }, "");
  expect(await Promise.all(asking)).toEqual(["EAI_AGAIN", "ENOTFOUND", "found"]);
  expect(server.bySystem).toEqual(["service.test"]);
});

it("has the machine's own look-up asked, and a thread of this process where it has none", async () => {
  const { execFile } = childProcess;
  const server = await askOwnNameServer();
  Object.assign(childProcess, { execFile });
  // The system reads it as a number.
  expect(await besideTheSystem("127.1")).toEqual(["127.0.0.1"]);
  expect(await codeOf(besideTheSystem("-s"))).toBe("ENOTFOUND");
  expect(server.bySystem).toEqual([]);
  const missing: typeof execFile = ((_file: string, ...rest: [string[], object, () => void]) =>
    execFile("a-program-that-is-nowhere", ...rest)) as never;
  Object.assign(childProcess, { execFile: missing });
  expect(await codeOf(besideTheSystem("gone.lan"))).toBe("ENOTFOUND");
  expect(server.bySystem).toEqual(["gone.lan"]);
});
