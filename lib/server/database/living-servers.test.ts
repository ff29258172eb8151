import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { joinServers } from "./living-servers";

const newFile = () => join(mkdtempSync(join(tmpdir(), "servers-")), "dashboard.db");

it("recovers for the first server only, and again once every server has left", async () => {
  const file = newFile();
  const alone: string[] = [];
  const join = (name: string) => joinServers(file, async () => void alone.push(name));
  const leaveFirst = await join("first");
  const leaveSecond = await join("second");
  leaveFirst();
  const leaveThird = await join("third");
  leaveSecond();
  leaveThird();
  (await join("fourth"))();
  expect(alone).toEqual(["first", "fourth"]);
  expect(statSync(`${file}-servers`).mode & 0o777).toBe(0o600);
});

it("lets nobody in while one recovers", async () => {
  const file = newFile();
  const order: string[] = [];
  let goOn: () => void = () => undefined;
  const recovering = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const first = joinServers(file, () => recovering);
  const second = joinServers(file, async () => void order.push("second recovers")).then((leave) => {
    order.push("second is in");
    return leave;
  });
  // It has asked before it waits.
  for (let turn = 0; turn < 5; turn++) await setImmediate();
  order.push("first has recovered");
  goOn();
  for (const leave of await Promise.all([first, second])) leave();
  expect(order).toEqual(["first has recovered", "second is in"]);
});

it("is not hindered by a recovery that fails", async () => {
  const file = newFile();
  await expect(joinServers(file, () => Promise.reject(new Error("disk full")))).rejects.toThrow("disk full");
  const alone: string[] = [];
  (await joinServers(file, async () => void alone.push("next")))();
  expect(alone).toEqual(["next"]);
});
