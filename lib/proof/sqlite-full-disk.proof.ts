import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { describeDatabase } from "#lib/testing/database/new-database";
import { signInTo, spawnInstance } from "#lib/testing/servers/instances";
import { answer, goodAddress, startFaultyService } from "#lib/testing/service/faulty-service";
import { temporaryFolder } from "#lib/testing/temporary-folder";

/** A disk of so many megabytes in memory. Needs Linux, and its administrator. */
function smallDisk(megabytes: number): string {
  const folder = join(temporaryFolder(), "disk");
  mkdirSync(folder);
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=700`, "tmpfs", folder]);
  onTestFinished(() => void execFileSync("umount", ["--lazy", folder]));
  return folder;
}

/** Takes all room that is left on a disk. Gives the end of it. */
function fill(folder: string): () => void {
  const path = join(folder, "filling");
  const file = openSync(path, "a");
  for (let size = 1024 * 1024; size >= 1; ) {
    try {
      writeSync(file, Buffer.alloc(size));
    } catch {
      size = size === 1 ? 0 : Math.ceil(size / 2);
    }
  }
  closeSync(file);
  return () => rmSync(path);
}

/** A dashboard on such a disk, and what asks it for a transfer during whose sending the disk becomes full. */
async function startOnSmallDisk() {
  const service = await startFaultyService();
  onTestFinished(service.close);
  const disk = smallDisk(8);
  const database = describeDatabase(`file:${join(disk, "dashboard.db")}`);
  const cookie = await signInTo(database);
  const first = await spawnInstance(service, database.url, cookie);
  await first.answers();
  const isReady = async () => (await first.ask("GET", "/readyz")).status;
  expect(await isReady()).toBe(200);
  const submitOnFullDisk = async (accountNumber: string, transactionId: string) => {
    const key = randomUUID();
    let empty: () => void = () => undefined;
    const isFull = new Promise<void>((resolve) => {
      service.behave("initiate", (response, call) => {
        empty = fill(disk);
        const body = { success: true, address: goodAddress, transactionId, note: "x".repeat(30_000) };
        answer(200, JSON.stringify(body))(response, call);
        resolve();
      });
    });
    const submitting = first.submit(key, { accountNumber }).catch(() => undefined);
    await isFull;
    await expect.poll(isReady).toBe(503);
    return { key, submitting, empty: () => empty() };
  };

  return { service, database, disk, cookie, first, isReady, submitOnFullDisk };
}

it("holds an answer that comes when the disk is full, and records it when there is room again", async () => {
  const { service, first, isReady, submitOnFullDisk } = await startOnSmallDisk();
  const held = await submitOnFullDisk("0123456721", "txn_1");
  await new Promise((resolve) => setTimeout(resolve, 20_000));
  expect((await first.ask("GET", "/healthz")).status).toBe(200);
  held.empty();
  const kept = await held.submitting;
  expect([kept?.status, kept?.body.status]).toEqual([201, "accepted"]);
  await expect.poll(isReady).toBe(200);
  expect(service.callsOf("initiate")).toHaveLength(1);
});

it("keeps an answer that comes when the disk is full through kill -9", async () => {
  const { service, database, disk, cookie, first, submitOnFullDisk } = await startOnSmallDisk();
  const lost = await submitOnFullDisk("0123456722", "txn_2");
  // In its file, or in the database: what a file leaves free of its room may have been enough for that.
  const isKept = async () =>
    readdirSync(join(disk, "dashboard.db-answers")).some((name) => name.endsWith(".answer")) ||
    (await first.list()).items.some(({ status }) => status === "accepted");
  await expect.poll(isKept).toBe(true);
  first.process.kill();
  await first.process.ended;
  lost.empty();
  const second = await spawnInstance(service, database.url, cookie);
  await second.answers();
  const { body } = await second.submit(lost.key, { accountNumber: "0123456722" });
  expect(body.events.map(({ kind }) => kind)).toEqual(["requested", "dispatched", "accepted"]);
  const files = readdirSync(join(disk, "dashboard.db-answers"));
  expect(files.filter((name) => name.endsWith(".answer"))).toEqual([]);
  expect(service.callsOf("initiate")).toHaveLength(1);
});
