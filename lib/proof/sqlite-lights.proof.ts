import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import Database from "libsql";
import { expect, it, onTestFinished } from "vitest";
import { newSharedDatabase } from "#lib/testing/database/database";
import { signInTo, spawnInstance } from "#lib/testing/servers/instances";
import { askDoctor, lightsOf, metricsToken } from "#lib/testing/servers/lights";
import { startFaultyService } from "#lib/testing/service/faulty-service";

/** The system refuses every byte of a file beyond the limit, as a full disk does. */
const limit = (pid: number, bytes: number | "unlimited") =>
  void execFileSync("prlimit", ["--pid", `${pid}`, `--fsize=${bytes}:unlimited`]);

type Spoil = (file: string, pid: number) => () => void;
const isLinux = process.platform === "linux";
const cases: [string, Spoil, string[], RegExp][] = [
  [
    "another program has locked",
    (file) => {
      const other = new Database(file);
      other.exec("begin immediate");
      return () => {
        other.exec("rollback");
        other.close();
      };
    },
    [],
    /Another program is using the database/,
  ],
  [
    "has a full disk",
    (_file, pid) => {
      limit(pid, 0);
      return () => limit(pid, "unlimited");
    },
    ["prlimit", "--fsize=0"],
    /disk/i,
  ],
];

it.each(isLinux ? cases : cases.slice(0, 1))(
  "three lights say the same of a database that %s, and of the same one mended",
  async (_case, spoil, starter, said) => {
    const service = await startFaultyService();
    onTestFinished(service.close);
    const database = await newSharedDatabase();
    const cookie = await signInTo(database);
    const instance = await spawnInstance(service, database.url, cookie, { METRICS_TOKEN: metricsToken });
    await instance.answers();
    expect(await lightsOf(instance)).toEqual({ readyz: 200, up: 1 });
    const file = database.setting.kind === "sqlite" ? database.setting.file : "";
    const mend = spoil(file, instance.process.pid);
    await expect.poll(() => lightsOf(instance)).toEqual({ readyz: 503, up: 0 });
    const found = await askDoctor(service, database.url, { starter });
    const wrong = found.filter((line) => !line.startsWith("ok "));
    expect(wrong).toEqual([expect.stringMatching(/^bad database: Nothing can be written now\./)]);
    expect(wrong[0]).toMatch(said);
    expect((await instance.submit(randomUUID())).status).toBe(503);
    expect(service.callsOf("initiate")).toEqual([]);
    expect(await lightsOf(instance)).toEqual({ readyz: 503, up: 0 });
    mend();
    await expect.poll(() => lightsOf(instance)).toEqual({ readyz: 200, up: 1 });
    expect(await askDoctor(service, database.url)).toContain("ok database: A row was written just now.");
    expect((await instance.submit(randomUUID())).status).toBe(201);
  },
);
