import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { makeFolder } from "#lib/secret/own-files";

/** Invariant: unfinished work is in a private folder, which goes with it, or after a kill with the next work. */

/** The folder is gone afterwards. */
export async function inPrivateFolder<Result>(
  parent: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  makeFolder(parent);
  removeAbandoned(parent);
  const folder = mkdtempSync(join(parent, `.ledger-${placeOfProcesses()}-${process.pid}-`));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Names the machine or container, and the process' number there. */
const nameShape = /^\.ledger-([0-9a-f]{16})-(\d+)-[A-Za-z0-9]{6}$/;

function removeAbandoned(parent: string): void {
  for (const entry of readdirSync(parent, { withFileTypes: true })) {
    const [, place, pid] = nameShape.exec(entry.name) ?? [];
    // Can't see whether a process elsewhere runs.
    if (pid === undefined || place !== placeOfProcesses() || !entry.isDirectory()) continue;
    if (!isRunning(Number.parseInt(pid, 10)))
      rmSync(join(parent, entry.name), { recursive: true, force: true });
  }
}

/** Where a process' number is unique: a machine, and on Linux a container. */
function placeOfProcesses(): string {
  return createHash("sha256").update(`${hostname()} ${spaceOfNumbers()}`).digest("hex").slice(0, 16);
}

function spaceOfNumbers(): string {
  if (process.platform !== "linux") return "";
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    // Unknown, so it equals no earlier one: nothing is removed.
    return randomUUID();
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: another user's process, which runs.
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}
