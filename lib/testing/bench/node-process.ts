import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ownerVariables } from "#lib/testing/owner";
import { root } from "#lib/testing/server-process";
import { memoryLimits } from "../../commands/memory-limits.mjs";

/**
 * Runs a program on a database, as the server loads its sources and with the memory that the server has. Gives what it
 * prints, read as JSON.
 */
export async function runProgram<Result>(url: URL, databaseUrl: string, args: string[]): Promise<Result> {
  const program = fileURLToPath(url);
  const all = [...memoryLimits, "--conditions=react-server", "--import", "tsx", program, ...args];
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, ...ownerVariables, DATABASE_URL: databaseUrl, LOG_LEVEL: "error" };
  const options = { cwd: root, env: { ...env, NODE_ENV: "production" as const }, maxBuffer: 64_000_000 };
  const { stdout } = await promisify(execFile)(process.execPath, all, options);
  return JSON.parse(stdout) as Result;
}
