import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** What is asked, by how many connections, and for how long; see `load-process.mjs`. */
export type Load = {
  url: string;
  connections: number;
  seconds: number;
  method: "GET" | "POST";
  headers?: Record<string, string>;
  requests: Request[];
  /** Asked for a second before, and not measured. */
  first?: Request[];
};
type Request = { path: string; body?: string };
/** What was measured: times in milliseconds, answered requests a second, and how many were not answered well. */
export type Measured = { p50: number; p99: number; perSecond: number; failed: number };

const program = fileURLToPath(new URL("load-process.mjs", import.meta.url));

/** Puts a load on a server. Throws when more than one in a hundred requests fails. */
export async function measure(load: Load): Promise<Measured> {
  const running = promisify(execFile)(process.execPath, [program]);
  // Thousands of addresses are more than an argument may hold.
  running.child.stdin?.end(JSON.stringify(load));
  const { stdout } = await running;
  const measured = JSON.parse(stdout) as Measured & { statuses: object };
  if (measured.failed > measured.perSecond * load.seconds * 0.01)
    throw new Error(`${load.url} fails under the load: ${stdout}`);
  return measured;
}

/** The middle of several numbers. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** How far several measurements of the same lie apart, in per cent of their middle. */
export function spread(values: readonly number[]): number {
  return Math.round(((Math.max(...values) - Math.min(...values)) / (median(values) || 1)) * 100);
}
