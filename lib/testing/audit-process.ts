import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { AuditEntry } from "#lib/server/audit";
import { root } from "./server-process";

/** Appends entries to the audit log of a database file in a process of its own, and waits until it is done. */
export async function appendByProcess(file: string, entries: readonly AuditEntry[]): Promise<void> {
  const args = ["--conditions=react-server", "--import", "tsx", "lib/testing/append-audit.ts", file];
  const running = promisify(execFile)(process.execPath, args, { cwd: root });
  running.child.stdin?.end(JSON.stringify(entries));
  await running;
}
