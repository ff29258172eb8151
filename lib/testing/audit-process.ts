import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { AuditEntry } from "#lib/server/audit";
import { root } from "./server-process";

/** Appends entries to the audit log of a database in a process of its own, and waits until it is done. */
export async function appendByProcess(url: string, entries: readonly AuditEntry[]): Promise<void> {
  const script = fileURLToPath(new URL("append-audit.ts", import.meta.url));
  const args = ["--conditions=react-server", "--import", "tsx", script, url];
  const running = promisify(execFile)(process.execPath, args, { cwd: root });
  running.child.stdin?.end(JSON.stringify(entries));
  await running;
}
