import "#lib/features/all/index";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { restoreBackup } from "#lib/server/keep/restore";
import { settingOf } from "#lib/testing/database/database-setting";
import { spawnCommand } from "#lib/testing/servers/command";
import type { ServerProcess } from "#lib/testing/servers/server-process";
import { type Point, randomBelow } from "./point";
import type { CrashRig } from "./rig";
import { answerWell } from "./service";
import { type Fault, verifyTransfer } from "./verify";

/** How long a backup works on its file, as the last whole one has shown, in milliseconds. */
let workMs = 500;

/** `npm run backup` is killed while a transfer is made; what it leaves is no backup, and the next one is whole. */
const backupPoint: Point = {
  name: "K15",
  what: "during a backup",
  run: async (rig) => {
    const folder = mkdtempSync(join(tmpdir(), "crash-backup-"));
    const file = join(folder, "ledger.db");
    const faults: Fault[] = [];
    try {
      const order = rig.newOrder();
      const arrivedAtMost = rig.service.arrived() + 1;
      const heldBefore = await countTransfers(rig);
      rig.service.onInitiate(answerWell);
      const backup = spawnCommand(rig.database.url, "backup", file);
      await beginOf(backup, folder);
      const submitting = rig.submit(order);
      await setTimeout(randomBelow(workMs));
      backup.kill();
      await backup.ended;
      const reply = await submitting;
      const isFinished = existsSync(file);
      faults.push(...(await judgeFiles(folder, heldBefore)));
      faults.push(...(await verifyTransfer(rig, { ...order, id: reply?.body.id, arrivedAtMost })));
      const { isRight, words } = await rig.verify();
      if (!isRight) faults.push({ kind: "other", text: words });
      faults.push(...(await backUpAgain(rig, join(folder, "again"))));
      return { isReached: !isFinished, faults };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

async function countTransfers({ database }: CrashRig): Promise<number> {
  return (await database.peek("SELECT id FROM transfers")).length;
}

/** Waits until the backup has something in the folder, or has ended. */
async function beginOf({ ended }: ServerProcess, folder: string): Promise<void> {
  const watcher = watch(folder);
  const begun = new Promise<void>((resolve) => watcher.once("change", () => resolve()));
  if (readdirSync(folder).length === 0) await Promise.race([begun, ended]);
  watcher.close();
}

/** Any file that the backup has left is whole, or cannot be restored at all. */
async function judgeFiles(folder: string, leastTransfers: number): Promise<Fault[]> {
  const faults: Fault[] = [];
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".db"),
  );
  for (const [at, name] of files.entries()) {
    const restored = settingOf(`file:${join(folder, "restored", `${at}.db`)}`);
    const found = await restoreBackup(restored, join(folder, name), false).catch(() => undefined);
    const isFinished = name === "ledger.db";
    if (found === undefined && !isFinished) continue;
    const isWhole = found?.faults.length === 0 && found.transfers >= leastTransfers;
    if (!isWhole)
      faults.push({ kind: "lost", text: `${name} passes for a backup: ${found?.transfers} transfers` });
  }
  return faults;
}

async function backUpAgain(rig: CrashRig, folder: string): Promise<Fault[]> {
  mkdirSync(folder);
  const held = await countTransfers(rig);
  const again = spawnCommand(rig.database.url, "backup", join(folder, "ledger.db"));
  await beginOf(again, folder);
  const begunAt = Date.now();
  await again.ended;
  workMs = Date.now() - begunAt;
  const isWhole = again.exitCode() === 0 && again.output().includes(`\nTransfers: ${held}. `);
  return isWhole ? [] : [{ kind: "other", text: `the next backup gave ${again.output()}` }];
}

/** K15: another process of the dashboard on the same data. */
export const backupPoints: Point[] = [backupPoint];
