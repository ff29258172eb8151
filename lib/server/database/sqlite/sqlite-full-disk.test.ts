import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { newSharedDatabase } from "#lib/testing/database/database";
import { signInTo, spawnInstance } from "#lib/testing/servers/instances";
import { answer, goodAddress, startFaultyService } from "#lib/testing/service/faulty-service";

/** Sets how large a file of a process may become; the system refuses every byte beyond, as a full disk does. */
function limitFiles(pid: number, bytes: number | "unlimited"): void {
  execFileSync("prlimit", ["--pid", `${pid}`, `--fsize=${bytes}:unlimited`]);
}
const spareBytes = 128 * 1024;

it.skipIf(process.platform !== "linux")(
  "is not ready while nothing can be written; an answer that comes then outlasts kill -9",
  async () => {
    const service = await startFaultyService();
    onTestFinished(service.close);
    const database = await newSharedDatabase();
    const cookie = await signInTo(database);
    const first = await spawnInstance(service, database.url, cookie);
    await first.answers();
    const isReady = async () => (await first.ask("GET", "/readyz")).status;
    expect(await isReady()).toBe(200);
    const isFull = new Promise<void>((resolve) => {
      service.behave("initiate", (response, call) => {
        limitFiles(first.process.pid, spareBytes);
        answer(200, `{"success":true,"address":"${goodAddress}","transactionId":"txn_1"}`)(response, call);
        resolve();
      });
    });
    const key = randomUUID();
    let hasEnded = false;
    const submitting = first
      .submit(key)
      .catch(() => "cut off")
      .finally(() => {
        hasEnded = true;
      });
    await isFull;
    await expect.poll(isReady).toBe(503);
    // Others are answered while it waits for room.
    expect((await first.ask("GET", "/healthz")).status).toBe(200);
    expect((await first.list()).status).toBe(200);
    expect(hasEnded).toBe(false);
    const file = database.setting.kind === "sqlite" ? database.setting.file : "";
    const answers = () => readdirSync(`${file}-answers`).filter((name) => name.endsWith(".answer"));
    await expect.poll(answers).toHaveLength(1);
    first.process.kill();
    await first.process.ended;
    expect(await submitting).toBe("cut off");

    const second = await spawnInstance(service, database.url, cookie);
    await second.answers();
    const { status, body } = await second.submit(key);
    expect([status, body.status, body.address]).toEqual([200, "accepted", goodAddress]);
    expect(body.events.map(({ kind }) => kind)).toEqual(["requested", "dispatched", "accepted"]);
    expect(answers()).toEqual([]);
    expect(service.callsOf("initiate")).toHaveLength(1);

    // Room for a while, then none, then room again: it goes on by itself.
    limitFiles(second.process.pid, 0);
    expect((await second.submit(randomUUID(), { accountNumber: "0123456711" })).status).toBe(503);
    limitFiles(second.process.pid, "unlimited");
    service.recover();
    expect((await second.submit(randomUUID(), { accountNumber: "0123456712" })).status).toBe(201);
    await expect.poll(async () => (await second.ask("GET", "/readyz")).status).toBe(200);
  },
);
