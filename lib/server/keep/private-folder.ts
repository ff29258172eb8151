import "server-only";
import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";

/**
 * Invariant: what is unfinished lies in a folder that nobody else may look into. It goes with the work; where the process
 * was killed, the next work beside it takes it away, once it is sure that its process is gone.
 */

/** Does work in a folder below another, which nobody else may look into and which is gone afterwards. */
export async function inPrivateFolder<Result>(
  parent: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  removeAbandoned(parent);
  const folder = mkdtempSync(join(parent, `.ledger-${placeOfProcesses()}-${process.pid}-`));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The name says whose it is: where its process runs, and its number there. */
const nameShape = /^\.ledger-([0-9a-f]{16})-(\d+)-[A-Za-z0-9]{6}$/;

function removeAbandoned(parent: string): void {
  for (const entry of readdirSync(parent, { withFileTypes: true })) {
    const [, place, pid] = nameShape.exec(entry.name) ?? [];
    // Whether a process of another machine or container runs cannot be seen from here.
    if (pid === undefined || place !== placeOfProcesses() || !entry.isDirectory()) continue;
    if (!isRunning(Number.parseInt(pid, 10)))
      rmSync(join(parent, entry.name), { recursive: true, force: true });
  }
}

/** Where the number of a process means one and the same: a machine, and on Linux a container of it. */
function placeOfProcesses(): string {
  return createHash("sha256").update(`${hostname()} ${spaceOfNumbers()}`).digest("hex").slice(0, 16);
}

function spaceOfNumbers(): string {
  if (process.platform !== "linux") return "";
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    // Not told, it is like none that anybody had before: nothing is taken away.
    return randomUUID();
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // One of another user may not be asked, and runs.
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}
