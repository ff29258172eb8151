import { execFileSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { scriptArgs } from "#lib/testing/servers/script";
import { root } from "#lib/testing/servers/server-process";
import { type Dashboard, startDashboard } from "./dashboard";
import { openDatabase } from "./database";

/** A dashboard over a ledger of so many made-up transfers; `file` is that ledger. */
export async function startSeeded(transfers: number): Promise<Dashboard & { file: string }> {
  const folder = mkdtempSync(join(tmpdir(), "seeded-e2e-"));
  const file = join(folder, "dashboard.db");
  copyFileSync(await seededFile(transfers), file);
  chmodSync(file, 0o600);
  const dashboard = await startDashboard({ DATABASE_URL: `file:${file}` });
  return {
    ...dashboard,
    folder,
    file,
    stop: async () => {
      await dashboard.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const lookMs = 100;

/** The ledger that all workers copy: the first that asks makes it, which takes a processor for seconds. */
async function seededFile(transfers: number): Promise<string> {
  const { PREPARED_DATA: kept } = process.env;
  if (kept === undefined) throw new Error("Nothing is prepared: the journeys' global setup has not run.");
  const file = join(kept, `seeded-${transfers}.db`);
  const lock = `${file}.lock`;
  while (!existsSync(file)) {
    if (!take(lock)) {
      await setTimeout(lookMs);
      continue;
    }
    // The next one tries where this one fails.
    try {
      if (!existsSync(file)) seed(file, transfers);
    } finally {
      rmSync(lock);
    }
  }
  return file;
}

function take(lock: string): boolean {
  try {
    closeSync(openSync(lock, "wx"));
    return true;
  } catch {
    return false;
  }
}

function seed(file: string, transfers: number) {
  const folder = mkdtempSync(join(tmpdir(), "seeding-e2e-"));
  const draft = join(folder, "dashboard.db");
  const { PATH = "", HOME = "" } = process.env;
  execFileSync(process.execPath, [...scriptArgs("lib/bench/seed.ts"), "--transfers", `${transfers}`], {
    cwd: root,
    env: { PATH, HOME, NODE_ENV: "production", DATABASE_URL: `file:${draft}` },
    stdio: "pipe",
  });
  // A whole file of its own, under its name at one moment.
  const engine = openDatabase(draft);
  engine.prepare("VACUUM INTO ?").run(`${file}.draft`);
  engine.close();
  rmSync(folder, { recursive: true, force: true });
  renameSync(`${file}.draft`, file);
}
