import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readEnv } from "#lib/server/config/env";
import { root } from "#lib/testing/servers/server-process";
import { temporaryFolder } from "#lib/testing/temporary-folder";
import { keptSecret } from "./kept-secret";

const good = `${"0123456789abcdefghijklmnopqrstuvwxyz"}\n`;
/** What a disk that was full, a copy that broke or a careless hand leaves there. */
const damaged: [string, (file: string) => void][] = [
  ["is empty", (file) => writeFileSync(file, "", { mode: 0o600 })],
  ["is empty", (file) => writeFileSync(file, " \n\n", { mode: 0o600 })],
  ["is not a file", (file) => mkdirSync(file, { mode: 0o700 })],
  ["holds no random secret", (file) => writeFileSync(file, "x", { mode: 0o600 })],
  ["holds no random secret", (file) => writeFileSync(file, "a".repeat(64), { mode: 0o600 })],
  ["holds no random secret", (file) => writeFileSync(file, "\0".repeat(43), { mode: 0o600 })],
  ["is too long", (file) => writeFileSync(file, good.repeat(1_000), { mode: 0o600 })],
  [
    "can be read by every account",
    (file) => {
      writeFileSync(file, good);
      chmodSync(file, 0o644);
    },
  ],
];

const isRoot = process.geteuid?.() === 0;
const [service, stranger] = [12_345, 23_456];

describe("a file that should hold a secret", () => {
  it.runIf(isRoot)("is refused where another account than the folder's owner has put it there", () => {
    const folder = temporaryFolder();
    const file = join(folder, "auth-secret");
    writeFileSync(file, good, { mode: 0o600 });
    chownSync(file, stranger, stranger);
    const start = () => readEnv({ DATABASE_URL: `file:${folder}/dashboard.db` });
    expect(start).toThrow(`${file} belongs to another account (uid ${stranger}). It holds the secret`);
    // A command of root's on a service's ledger.
    chownSync(folder, service, service);
    expect(start).toThrow("belongs to another account");
    chownSync(file, service, service);
    expect(start).not.toThrow();
  });

  it.each(damaged)("stops the start when it %s, and is left as it is", (wrong, damage) => {
    const folder = temporaryFolder();
    const file = join(folder, "auth-secret");
    damage(file);
    const start = () => readEnv({ DATABASE_URL: `file:${folder}/dashboard.db` });
    expect(start).toThrow(`${file} ${wrong}`);
    expect(start).toThrow(/second factors/);
    expect(() => keptSecret(file)).toThrow(wrong);
    expect(readdirSync(folder)).toEqual(["auth-secret"]);
  });

  it.each(damaged)("stops the start of the sandbox as well when it %s", (wrong, damage) => {
    const folder = temporaryFolder();
    damage(join(folder, "sandbox.db-key"));
    const variables = { DATABASE_URL: `file:${folder}/d.db`, SANDBOX_DATABASE: join(folder, "sandbox.db") };
    expect(() => readEnv(variables)).toThrow(`sandbox.db-key ${wrong}`);
    expect(() => readEnv({ ...variables, SANDBOX_API_KEY: "own" })).not.toThrow();
  });

  it.each([
    "AUTH_SECRET",
    "AUTH_SECRET_PREVIOUS",
    "OFFRAMP_API_KEY",
    "METRICS_TOKEN",
    "OWNER_PASSWORD",
    "DATABASE_URL",
  ])("stops the start when the file of %s is blank or a folder", (name) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "blank"), " \n");
    const base = { DATABASE_URL: `file:${folder}/d.db`, OWNER_EMAIL: "a@example.com" };
    for (const file of [join(folder, "blank"), folder]) {
      const variables = { ...base, DATABASE_URL: name === "DATABASE_URL" ? "" : base.DATABASE_URL };
      expect(() => readEnv({ ...variables, [`${name}_FILE`]: file })).toThrow(`${name}`);
    }
  });

  it("is taken when it is whole", () => {
    const folder = temporaryFolder();
    const file = join(folder, "auth-secret");
    writeFileSync(file, good, { mode: 0o600 });
    expect(readEnv({ DATABASE_URL: `file:${folder}/dashboard.db` }).authSecret).toEqual({ file });
    expect(keptSecret(file)).toBe(good.trim());
  });
});

it.each([
  ["on a disk of any kind", []],
  ["on one without hard links", ["--import", "./lib/testing/servers/poor-disk.mjs"]],
])("is made once by processes that start together %s, for their owner alone", async (_, disk) => {
  const folder = temporaryFolder();
  const file = join(folder, "auth-secret");
  const code = `import { keptSecret } from "./lib/secret/kept-secret.ts"; console.log(keptSecret(${JSON.stringify(file)}));`;
  const printed = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const args = [...disk, "--import", "tsx", "--input-type=module", "-e", code];
      const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
      let out = "";
      child.stdout.on("data", (chunk: Buffer) => {
        out += chunk.toString();
      });
      await once(child, "close");
      return out.trim();
    }),
  );
  const made = readFileSync(file, "utf8").trim();
  expect(made).toHaveLength(43);
  expect(new Set(printed)).toEqual(new Set([made]));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["auth-secret"]);
});
