import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { AuditEntry } from "#lib/server/audit";
import { scriptArgs } from "./script";
import { root } from "./server-process";

/** Appends entries to the audit log of a database in a process of its own, and waits until it is done. */
export async function appendByProcess(url: string, entries: readonly AuditEntry[]): Promise<void> {
  const args = [...scriptArgs("lib/testing/append-audit.ts"), url];
  const running = promisify(execFile)(process.execPath, args, { cwd: root });
  running.child.stdin?.end(JSON.stringify(entries));
  await running;
}
