import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { scriptArgs } from "#lib/testing/servers/script";
import { root } from "#lib/testing/servers/server-process";
import type { SessionTraits } from "./sessions";

/** Writes a person and a session into a server's database file. Gives the cookie. */
export async function sessionByProcess(file: string, traits: SessionTraits): Promise<string> {
  const args = scriptArgs("lib/testing/sign-in/write-session.ts");
  const run = promisify(execFile)(process.execPath, [...args, file, JSON.stringify(traits)], { cwd: root });
  return (await run).stdout.trim();
}
