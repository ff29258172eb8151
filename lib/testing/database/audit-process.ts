import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { AuditEntry } from "#lib/server/audit/audit";
import { scriptArgs } from "#lib/testing/servers/script";
import { root } from "#lib/testing/servers/server-process";

/** Appends entries to the audit log of a database in a process of its own, and waits until it is done. */
export async function appendByProcess(url: string, entries: readonly AuditEntry[]): Promise<void> {
  const args = [...scriptArgs("lib/testing/database/append-audit.ts"), url];
  const running = promisify(execFile)(process.execPath, args, { cwd: root });
  running.child.stdin?.end(JSON.stringify(entries));
  await running;
}
