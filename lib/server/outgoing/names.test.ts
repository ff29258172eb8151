import dns from "node:dns";
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

it("asks the system, one name at a time, what DNS does not know, and not what DNS can't say", async () => {
  const server = await askOwnNameServer();
  server.know("broken.test", "fails");
  expect(await codeOf(besideTheSystem("broken.test"))).toBe("EAI_AGAIN");
  expect(server.bySystem).toEqual([]);
  const held = new Map<string, (found: { address: string }[]) => void>();
  Object.assign(dns.promises, {
    lookup: (name: string) => new Promise((resolve) => held.set(name, resolve)),
  });
  const one = besideTheSystem("one.lan");
  await expect.poll(() => [...held.keys()]).toEqual(["one.lan"]);
  const two = besideTheSystem("two.lan");
  // The service's own is never behind them.
  const service = bySystem("service.test");
  await expect.poll(() => [...held.keys()]).toEqual(["one.lan", "service.test"]);
  held.get("service.test")?.([{ address: "192.0.2.3" }]);
  expect(await service).toEqual(["192.0.2.3"]);
  await expect.poll(() => server.asked).toContain("two.lan");
  expect([...held.keys()]).toEqual(["one.lan", "service.test"]);
  held.get("one.lan")?.([{ address: "192.0.2.1" }]);
  expect(await one).toEqual(["192.0.2.1"]);
  await expect.poll(() => [...held.keys()]).toContain("two.lan");
  held.get("two.lan")?.([{ address: "192.0.2.2" }]);
  expect(await two).toEqual(["192.0.2.2"]);
});
