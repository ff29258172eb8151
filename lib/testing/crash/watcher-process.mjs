import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { cpus, setPriority } from "node:os";
import Database from "libsql";

/**
 * A process beside the server that reads the database file, or holds its write lock. It is killed together with the
 * server: to close the file in good order would tidy up what the crash has left.
 */
const [file] = process.argv.slice(2);
const watchLimitMs = 20_000;
/** Between two looks: the shortest time that the system can wait. */
const pauseMs = 0.01;
const pause = new Int32Array(new SharedArrayBuffer(4));

process.on("message", ({ hold, killWhen, killWhenLarger, pid }) => {
  if (hold) {
    open().exec("BEGIN IMMEDIATE");
    process.send("held");
  }
  if (killWhen) {
    const sqlite = open();
    const query = sqlite.prepare(killWhen);
    process.send("watching", () => spin(() => query.get() !== undefined, pid));
  }
  if (killWhenLarger) {
    const { path, bytes } = killWhenLarger;
    const isLarger = () => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > bytes;
    process.send("watching", () => spin(isLarger, pid));
  }
});
process.send("ready");

function open() {
  const sqlite = new Database(file);
  sqlite.pragma("busy_timeout = 5000");
  return sqlite;
}

/** Looks as often as it can, so that the server is killed within microseconds of the step; or at the end of the time. */
function spin(isReached, pid) {
  const end = Date.now() + watchLimitMs;
  slowDown(pid);
  while (!answers(isReached) && Date.now() < end) Atomics.wait(pause, 0, 0, pauseMs);
  process.kill(pid, "SIGKILL");
}

/**
 * On a busy machine the watcher would miss the moment. Where there is `taskset`, both take turns on one processor, with
 * the server last in line: it runs only while the watcher sleeps.
 */
function slowDown(pid) {
  const processor = `${cpus().length - 1}`;
  for (const id of [pid, process.pid])
    spawnSync("taskset", ["-a", "-p", "-c", processor, `${id}`], { stdio: "ignore" });
  setPriority(pid, 10);
}

/** A file that is being opened or recovered by the server may refuse a look. */
function answers(isReached) {
  try {
    return isReached();
  } catch {
    return false;
  }
}
