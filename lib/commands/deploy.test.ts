import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readEnv } from "#lib/server/config/env";
import { inFiles, variables } from "#lib/server/config/variables";
import { root } from "#lib/testing/servers/server-process";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found);

describe("the compose file", () => {
  const text = read("deploy/compose.yaml");
  const [postgres = "", dashboard = ""] = text.split(/^ {2}dashboard:$/m);

  const environment = Object.fromEntries(
    [...(dashboard.split(/^ {4}secrets:/m)[0] ?? "").matchAll(/^ {6}([A-Z_]+): (.*)$/gm)].map(
      ([, name = "", value = ""]) => [name, value],
    ),
  );
  const guide = read("docs/operating.md");
  const documented = all(guide.split("## Variables")[1]?.split("\n## ")[0] ?? "", /^\| (.+?) \|/gm).flatMap(
    (cell) => all(cell, /`([A-Z_]+)`/g),
  );

  it("passes every variable that the operating guide explains, and no other program's", () => {
    expect(documented.length).toBeGreaterThan(40);
    expect(documented.filter((name) => !(name in environment))).toEqual([]);
    // The machine's own of these are about something else.
    const fixed = ["HOST", "PORT", "DATABASE_URL", "DATABASE_URL_FILE"];
    for (const [name, value] of Object.entries(environment)) {
      if (!fixed.includes(name)) expect(value, name).toMatch(new RegExp(`^\\$\\{${name}:?-`));
      if (!name.startsWith("OTEL_")) expect(documented, name).toContain(name);
    }
  });

  it("finds every variable that the dashboard reads in the operating guide", () => {
    const names = [...Object.keys(variables), ...inFiles.map((name) => `${name}_FILE`)];
    expect(names.filter((name) => !name.startsWith("OTEL_") && !documented.includes(name))).toEqual([]);
  });

  it("starts the dashboard where nobody has set anything: what is empty counts as not set", () => {
    const unset = Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/^\$\{\w+:?-(.*)\}$/, "$1").replace(/^\$\{.*|^""$/, ""),
    ]);
    const secrets = { DATABASE_URL: "file:x.db", DATABASE_URL_FILE: "", AUTH_SECRET_FILE: "" };
    const { isSandbox, host, port, isTraced, mail } = readEnv({ ...Object.fromEntries(unset), ...secrets });
    expect([isSandbox, host, port, isTraced, mail]).toEqual([true, "0.0.0.0", 3000, false, undefined]);
  });

  it("hands each secret to who needs it alone, and says of each how it is made", () => {
    const granted = (part: string) =>
      all(part, /^ {4}secrets: \[(.+)\]$/gm).flatMap((list) => list.split(", "));
    const ofPostgres = ["postgres-password", "dashboard-password", "postgres-key", "postgres-cert"];
    expect(granted(postgres)).toEqual(ofPostgres);
    expect(granted(dashboard)).toEqual(["database-url", "postgres-cert", "auth-secret", "offramp-key"]);
    const head = text.split("services:")[0] ?? "";
    for (const name of [...granted(postgres), ...granted(dashboard)]) {
      expect(head, name).toMatch(new RegExp(`^# +(999|1000|any) +${name} `, "m"));
      expect(text, name).toContain(`  ${name}: { file: ./secrets/${name} }`);
    }
    // What the containers are told to read is what they are handed.
    for (const name of all(text + read("deploy/make-role.sh"), /\/run\/secrets\/([a-z-]+)/g))
      expect([...granted(postgres), ...granted(dashboard)], name).toContain(name);
  });

  it("lets a database that starts again keep its clients: nobody lives in the network of another container", () => {
    expect(text).not.toContain("network_mode");
    expect(all(dashboard, /^ {4}networks: \[(.+)\]$/gm)).toEqual(["default, ledger"]);
    expect(all(postgres, /^ {4}networks: \[(.+)\]$/gm)).toEqual(["ledger"]);
  });

  it("waits for a stop as long as the server may take", () => {
    const [seconds = "0"] = all(dashboard, /stop_grace_period: (\d+)s/g);
    expect(read("lib/server/operate/boot.ts")).toContain("answerHeldMs = 35_000");
    expect(Number(seconds)).toBeGreaterThan(readEnv({}).serviceTimeoutMs / 1_000 + 35);
  });
});

it("git ignores settings, secrets, data and backups", () => {
  const ignored = read(".gitignore").split("\n");
  for (const name of ["deploy/secrets/", "data/", "backups/", ".env*"]) expect(ignored).toContain(name);
});

describe("the image", () => {
  const text = read("deploy/Dockerfile");

  it("installs with no file but those that it copies first", () => {
    const early = text.split("COPY . .")[0] ?? "";
    const files = all(early, /^COPY (.+) \S+$/gm).flatMap((list) => list.split(" "));
    expect(files).toEqual(["package.json", "package-lock.json", "lib/build/ensure-installed.mjs"]);
    for (const file of files) expect(existsSync(join(root, file)), file).toBe(true);
    const imports = all(read("lib/build/ensure-installed.mjs"), /from "([^"]+)"/g);
    expect(imports.filter((name) => !name.startsWith("node:"))).toEqual([]);
  });

  it("is built of no secret, no data and no backup", () => {
    const left = read("deploy/Dockerfile.dockerignore").split("\n");
    for (const name of ["deploy", "data", "backups", ".env*", ".git"]) expect(left).toContain(name);
  });
});
