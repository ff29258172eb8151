import { spawnSync } from "node:child_process";
import { constants, cpus, getPriority, setPriority } from "node:os";

/** After this long a step does not come any more, and the server is killed all the same, in milliseconds. */
export const watchLimitMs = 20_000;

/**
 * On a busy machine a watcher would miss the moment. Where there is `taskset`, both take turns on one processor, with
 * the server last in line: it runs only while the watcher sleeps.
 */
export function slowDown(pid) {
  const processor = `${cpus().length - 1}`;
  for (const id of [pid, process.pid])
    spawnSync("taskset", ["-a", "-p", "-c", processor, `${id}`], { stdio: "ignore" });
  try {
    const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
    setPriority(pid, Math.min(getPriority() + PRIORITY_BELOW_NORMAL, PRIORITY_LOW));
  } catch {
    // It has ended by itself.
  }
}
