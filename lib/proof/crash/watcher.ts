import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A process that watches a database from outside, for one crash. */
export type Watcher = {
  /** Takes the tables for itself: no server can write to them any more. */
  hold: () => Promise<void>;
  /** Kills the process as soon as the query gives a row. Resolves once it is watching. */
  killWhen: (query: string, pid: number) => Promise<void>;
  /** Kills the process at a random step of its migration of an empty database. Resolves as above. */
  killWhileMigrating: (pid: number) => Promise<void>;
  /** Ends it as a crash would, and waits until it is gone. */
  kill: () => Promise<void>;
};

/** Starts the watcher of an engine on one of its databases. */
export async function startWatcher(script: URL, database: string): Promise<Watcher> {
  const child = fork(fileURLToPath(script), [database], { stdio: "inherit" });
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
    killWhileMigrating: (pid) => ask({ killWhileMigrating: true, pid }),
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
