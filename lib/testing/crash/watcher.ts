import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("watcher-process.mjs", import.meta.url));

/** A process that watches a database file from outside, for one crash. */
export type Watcher = {
  /** Takes the write lock of the database and keeps it: no server can commit any more. */
  hold: () => Promise<void>;
  /** Kills the process as soon as the query gives a row. Resolves once it is watching. */
  killWhen: (query: string, pid: number) => Promise<void>;
  /** Kills the process as soon as the file has more bytes. Resolves once it is watching. */
  killWhenLarger: (path: string, bytes: number, pid: number) => Promise<void>;
  /** Ends it as a crash would, and waits until it is gone. */
  kill: () => Promise<void>;
};

/** Starts a watcher of a database file. */
export async function startWatcher(databaseFile: string): Promise<Watcher> {
  const child = fork(script, [databaseFile], { stdio: "inherit" });
  const ended = once(child, "exit");
  const ask = async (message: object) => {
    const answered = once(child, "message");
    child.send(message);
    await answered;
  };
  await once(child, "message");
  return {
    hold: () => ask({ hold: true }),
    killWhen: (query, pid) => ask({ killWhen: query, pid }),
    killWhenLarger: (path, bytes, pid) => ask({ killWhenLarger: { path, bytes }, pid }),
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
