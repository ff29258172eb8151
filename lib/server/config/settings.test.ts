import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { scriptArgs } from "#lib/testing/servers/script";
import { root } from "#lib/testing/servers/server-process";
import { temporaryFolder } from "#lib/testing/temporary-folder";
import { readSandboxSettings } from "./settings";

describe("the settings", () => {
  test("have defaults", () => {
    expect(readSandboxSettings({})).toEqual({
      settings: {
        port: 4000,
        apiKey: undefined,
        businessStatus: "active",
        databaseFile: "./data/sandbox.db",
      },
    });
  });

  test("name every bad variable at once, and never its value", () => {
    const bad = {
      SANDBOX_PORT: "70000",
      SANDBOX_API_KEY: "CANARY\r\nkey",
      SANDBOX_BUSINESS_STATUS: "é",
      SANDBOX_DATABASE: "a\0b",
    };
    const read = readSandboxSettings(bad);
    if (!("faults" in read)) throw new Error("accepted");
    expect(read.faults.map((fault) => fault.split(" ")[0])).toEqual(Object.keys(bad));
    expect(read.faults.join()).not.toContain("CANARY");
  });

  test("take an empty variable for one that is not set, and no spaces around a value", () => {
    expect(readSandboxSettings({ SANDBOX_API_KEY: "", SANDBOX_PORT: " 4001 " })).toMatchObject({
      settings: { apiKey: undefined, port: 4001 },
    });
  });

  test.each(["0", "-1", "80.5", "4e3", "40 00", "65536", "x"])("refuse the port %j", (port) => {
    expect(readSandboxSettings({ SANDBOX_PORT: port })).toMatchObject({
      faults: [expect.stringMatching(/^SANDBOX_PORT /)],
    });
  });
});

/** Starts `npm run sandbox`'s own process; gives what it prints. */
function start(env: Record<string, string>) {
  const child = spawn(process.execPath, scriptArgs("lib/commands/sandbox.ts"), {
    cwd: root,
    env: { NODE_ENV: "test", PATH: process.env.PATH ?? "", ...env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const printed = { out: "", error: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    printed.out += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    printed.error += chunk.toString();
  });
  const exit = once(child, "exit").then(([code]) => code as number | null);
  return { child, printed, exit };
}

async function takePort(): Promise<{ port: number; server: Server }> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, server };
}

describe("the command", () => {
  test.each(["SIGTERM", "SIGINT"] as const)(
    "serves, says how to call it, and stops on %s",
    async (signal) => {
      const { port, server } = await takePort();
      server.close();
      await once(server, "close");
      const { child, printed, exit } = start({
        SANDBOX_PORT: String(port),
        SANDBOX_API_KEY: "own-key",
        SANDBOX_DATABASE: join(temporaryFolder(), "sandbox.db"),
      });
      await once(child.stdout, "data");
      for (const part of [
        `http://127.0.0.1:${port}/api/v1/me`,
        "initiate",
        "quote",
        "banks",
        "SANDBOX TIMEOUT",
      ])
        expect(printed.out).toContain(part);
      const call = (key: string) =>
        fetch(`http://127.0.0.1:${port}/api/v1/me`, { headers: { "x-api-key": key } });
      expect([(await call("own-key")).status, (await call("sandbox-key")).status]).toEqual([200, 401]);
      child.kill(signal);
      expect(await exit).toBe(0);
    },
  );

  test("makes a key of its own where none is set, and prints it", async () => {
    const { port, server } = await takePort();
    server.close();
    await once(server, "close");
    const databaseFile = join(temporaryFolder(), "sandbox.db");
    const { child, printed } = start({ SANDBOX_PORT: String(port), SANDBOX_DATABASE: databaseFile });
    await once(child.stdout, "data");
    const key = readFileSync(`${databaseFile}-key`, "utf8").trim();
    expect(printed.out).toContain(key);
    const call = (given: string) =>
      fetch(`http://127.0.0.1:${port}/api/v1/me`, { headers: { "x-api-key": given } });
    expect([(await call(key)).status, (await call("sandbox-key")).status]).toEqual([200, 401]);
  });

  test("refuses bad settings, all at once", async () => {
    const { printed, exit } = start({ SANDBOX_PORT: "x", SANDBOX_API_KEY: "a b" });
    expect(await exit).toBe(78);
    expect(printed.error).toMatch(/SANDBOX_PORT(.|\n)*SANDBOX_API_KEY/);
  });

  test("refuses a port that is taken", async () => {
    const { port, server } = await takePort();
    onTestFinished(() => void server.close());
    const { printed, exit } = start({ SANDBOX_PORT: String(port), SANDBOX_DATABASE: ":memory:" });
    expect(await exit).toBe(78);
    expect(printed.error).toContain("SANDBOX_PORT");
  });

  test("refuses a database that cannot be opened", async () => {
    const { printed, exit } = start({ SANDBOX_DATABASE: "/proc/nowhere/sandbox.db" });
    expect(await exit).toBe(78);
    expect(printed.error).toContain("SANDBOX_DATABASE");
  });
});
