import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "#lib/testing/temporary-folder";
import { inPrivateFolder } from "./private-folder";

/** The name of the folder that some work was given. */
const nameOf = (parent: string) => inPrivateFolder(parent, async () => readdirSync(parent).at(-1) ?? "");
/** The number of a process that has ended. */
const deadPid = () => `${spawnSync(process.execPath, ["--version"]).pid}`;

it("is gone after the work, also after one that fails", async () => {
  const parent = temporaryFolder();
  await expect(inPrivateFolder(parent, () => Promise.reject(new Error("No.")))).rejects.toThrow("No.");
  expect(readdirSync(parent)).toEqual([]);
});

it("takes away what a killed process of this machine has left, and nothing else", async () => {
  const parent = temporaryFolder();
  const own = await nameOf(parent);
  const [, place = "", pid = ""] = /^\.ledger-(\w+)-(\d+)-/.exec(own) ?? [];
  expect(pid).toBe(`${process.pid}`);
  const dead = deadPid();
  const left = [
    `.ledger-${place}-${process.ppid}-aaaaaa`,
    `.ledger-${"0".repeat(16)}-${dead}-aaaaaa`,
    `.ledger-${place}-${dead}-aaaaaa.db`,
    ".ledger-aaaaaa",
    "monday.db",
  ];
  for (const name of [...left, `.ledger-${place}-${dead}-aaaaaa`]) {
    mkdirSync(join(parent, name));
    writeFileSync(join(parent, name, "backup.db"), "half");
  }
  symlinkSync(join(parent, "monday.db"), join(parent, `.ledger-${place}-${dead}-bbbbbb`));
  await nameOf(parent);
  const kept = [...left, `.ledger-${place}-${dead}-bbbbbb`];
  expect(readdirSync(parent).sort()).toEqual(kept.sort());
  expect(readdirSync(join(parent, "monday.db"))).toEqual(["backup.db"]);
});
