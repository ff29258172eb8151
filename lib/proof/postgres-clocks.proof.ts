import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  expectNoneUnknown,
  openShiftedServers,
  type ShiftedServers,
} from "#lib/testing/servers/shifted-servers";

let servers: ShiftedServers;
beforeEach(async () => {
  servers = await openShiftedServers();
});
afterEach(() => servers.close());

it("calls no transfer of 200 unknown that a server with another clock is sending", () =>
  expectNoneUnknown(servers, 200));

it("waits for no server that holds its lock and has said nothing for long", async () => {
  const { service, ledger, submissions } = servers;
  const [first, second] = [await servers.startAhead(0), await servers.startAhead(0)];
  const answerAll = servers.holdAnswers();
  const submitting = first.submit(randomUUID());
  await expect.poll(() => service.callsOf("initiate").length).toBe(1);
  const past = new Date(Date.now() - 1_000).toISOString();
  await ledger.updateTable("transfers").set({ dispatch_deadline: past }).execute();
  process.kill(first.process.pid, "SIGSTOP");
  await second.list();
  expect(await submissions()).toEqual({ dispatching: 1 });
  await expect.poll(submissions, { timeout: 60_000, interval: 1_000 }).toEqual({ unknown: 1 });
  process.kill(first.process.pid, "SIGCONT");
  answerAll();
  expect((await submitting).body.status).toBe("accepted");
});
