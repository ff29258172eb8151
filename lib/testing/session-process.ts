import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { root } from "./server-process";
import type { SessionTraits } from "./sessions";

/** Writes a person and a session into a server's database file. Gives the cookie. */
export async function sessionByProcess(file: string, traits: SessionTraits): Promise<string> {
  const script = fileURLToPath(new URL("write-session.ts", import.meta.url));
  const args = ["--conditions=react-server", "--import", "tsx", script];
  const run = promisify(execFile)(process.execPath, [...args, file, JSON.stringify(traits)], { cwd: root });
  return (await run).stdout.trim();
}
