import { chmodSync, chownSync, lchownSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "#lib/testing/temporary-folder";
import { fileFault, folderFault, ownId } from "./foreign";

const isRoot = ownId() === 0;
const [service, stranger] = [12_345, 23_456];
const modes = [
  ...([0o700, 0o750, 0o755, 0o711, 0o1700] as const).map((mode) => [mode, undefined] as const),
  ...([0o777, 0o1777, 0o757, 0o702, 0o775, 0o770, 0o3777] as const).map(
    (mode) => [mode, /may write to .+ Run: chmod go-w/] as const,
  ),
];

describe("a folder that files are taken from", () => {
  it.each(modes)("of mode %o is judged by who else may write to it", (mode, fault) => {
    const folder = temporaryFolder();
    chmodSync(folder, mode);
    const found = folderFault(folder);
    if (fault === undefined) expect(found).toBeUndefined();
    else expect(found).toMatch(fault);
  });

  it.runIf(isRoot)("of a cluster's volume may be its own group's, and no other group's", () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o2770);
    expect(folderFault(folder)).toBeUndefined();
    chownSync(folder, 0, stranger);
    chmodSync(folder, 0o2770);
    expect(folderFault(folder)).toMatch(/may write to/);
  });

  it.runIf(isRoot)("is refused where another account owns it, or the link that leads to it", () => {
    const parent = temporaryFolder();
    const [folder, link] = [join(parent, "folder"), join(parent, "link")];
    expect(folderFault(folder)).toBeUndefined();
    mkdirSync(folder, { mode: 0o700 });
    symlinkSync(folder, link);
    expect(folderFault(link)).toBeUndefined();
    lchownSync(link, stranger, stranger);
    expect(folderFault(link)).toMatch(`belongs to another account (uid ${stranger})`);
    chownSync(folder, stranger, stranger);
    expect(folderFault(folder)).toMatch(`belongs to another account (uid ${stranger})`);
    expect(folderFault(folder, stranger)).toBeUndefined();
  });
});

describe("a file beside the ledger", () => {
  it.runIf(isRoot)("is another account's, root's, or to root its folder's owner's", () => {
    const folder = temporaryFolder();
    const file = join(folder, "dashboard.db-wal");
    expect(fileFault(file)).toBeUndefined();
    writeFileSync(file, "", { mode: 0o600 });
    expect([fileFault(file), fileFault(file, service)]).toEqual([undefined, undefined]);
    chownSync(file, stranger, stranger);
    expect(fileFault(file)).toMatch(`uid ${stranger}), so it isn't taken for the dashboard's own`);
    expect(fileFault(file, service)).toMatch(`uid ${stranger})`);
    chownSync(folder, stranger, stranger);
    expect(fileFault(file)).toBeUndefined();
    expect(fileFault(file, service)).toMatch(`uid ${stranger})`);
  });

  it("that others may change is named", () => {
    const file = join(temporaryFolder(), "dashboard.db");
    writeFileSync(file, "");
    expect(fileFault(file)).toBeUndefined();
    chmodSync(file, 0o646);
    expect(fileFault(file)).toMatch(/^Other accounts of this machine may change .+ Run: chmod 600/);
  });
});
