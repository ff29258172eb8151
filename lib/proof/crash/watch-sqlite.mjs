import { statSync } from "node:fs";
import Database from "libsql";
import { slowDown, watchLimitMs } from "./kill-at-step.mjs";

/**
 * A process beside the server that reads the database file, or holds its write lock. It is killed together with the
 * server: to close the file in good order would tidy up what the crash has left.
 */
const [file] = process.argv.slice(2);
/** Between two looks: the shortest time that the system can wait. */
const pauseMs = 0.01;
const pause = new Int32Array(new SharedArrayBuffer(4));
/** What the journal grows to while an empty database is migrated, in pages. */
const journalPages = 160;
const pageBytes = 4_120;

process.on("message", ({ hold, killWhen, killWhileMigrating, pid }) => {
  if (hold) {
    open().exec("BEGIN IMMEDIATE");
    process.send("held");
  }
  if (killWhen) {
    const query = open().prepare(killWhen);
    process.send("watching", () => spin(() => query.get() !== undefined, pid));
  }
  if (killWhileMigrating) {
    const bytes = Math.floor(Math.random() * journalPages) * pageBytes;
    const isLarger = () => (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > bytes;
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

/** A file that is being opened or recovered by the server may refuse a look. */
function answers(isReached) {
  try {
    return isReached();
  } catch {
    return false;
  }
}
