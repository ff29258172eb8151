import "#lib/features/all/index";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { keptSecret, looksRandom } from "#lib/secret/kept-secret";
import { appendAudit } from "#lib/server/audit/audit";
import { attachDatabase, openDatabase } from "#lib/server/database/db";
import { explainFailure } from "#lib/server/database/explain-failure";
import { writeBackup } from "#lib/server/keep/backup";
import { restoreBackup } from "#lib/server/keep/restore";
import { entriesOf } from "#lib/testing/database/audit-entries";
import { spawnInstance } from "#lib/testing/servers/instances";
import { startFaultyService } from "#lib/testing/service/faulty-service";
import { temporaryFolder } from "#lib/testing/temporary-folder";

const isRoot = process.geteuid?.() === 0;
const [service, stranger] = [12_345, 23_456];

const settingOf = (file: string) => ({ kind: "sqlite", file }) as const;

/** A ledger with an entry, in a file. */
async function ledgerIn(file: string): Promise<void> {
  const ledger = await openDatabase(settingOf(file));
  for (const entry of entriesOf(1)) await ledger.transaction().execute((trx) => appendAudit(trx, entry));
  await ledger.destroy();
}

const reasonOf = (work: Promise<unknown>) => work.then(() => "it went well", explainFailure);

it("a backup is one file that is only read, so it can be restored from where nothing is written", async () => {
  const folder = temporaryFolder();
  const [file, backup] = [join(folder, "dashboard.db"), join(folder, "backups", "monday.db")];
  await ledgerIn(file);
  await writeBackup(settingOf(file), backup);
  // The bytes by which SQLite knows that it needs no further file.
  expect([...readFileSync(backup).subarray(18, 20)]).toEqual([1, 1]);
  const digest = () => createHash("sha256").update(readFileSync(backup)).digest("hex");
  const before = digest();
  await restoreBackup(settingOf(join(folder, "elsewhere", "dashboard.db")), backup, false);
  expect(readdirSync(join(folder, "backups"))).toEqual(["monday.db"]);
  expect(digest()).toBe(before);
});

it("a copy that was made of a database in use is restored with what stands in its second file", async () => {
  const folder = temporaryFolder();
  const [file, copy] = [join(folder, "dashboard.db"), join(folder, "copy.db")];
  const ledger = await openDatabase(settingOf(file));
  onTestFinished(() => ledger.destroy());
  for (const entry of entriesOf(3)) await ledger.transaction().execute((trx) => appendAudit(trx, entry));
  const parts = ["", "-wal"].map((end) => ({ name: copy + end, bytes: readFileSync(file + end) }));
  for (const { name, bytes } of parts) writeFileSync(name, bytes);
  const restored = restoreBackup(settingOf(join(folder, "elsewhere", "dashboard.db")), copy, false);
  expect(await restored).toMatchObject({ entries: 3, faults: [] });
  for (const { name, bytes } of parts) expect(readFileSync(name).equals(bytes), name).toBe(true);
  if (!isRoot) return;
  chownSync(`${copy}-wal`, stranger, stranger);
  expect(await reasonOf(restoreBackup(settingOf(join(folder, "other", "dashboard.db")), copy, false))).toBe(
    `${copy}-wal belongs to another account than ${copy}, and would change what is restored. Move it away. Nothing was changed.`,
  );
});

it("a full disk, a folder, a foreign file and a missing one are told apart, with what to do", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "dashboard.db");
  const ledger = await openDatabase(settingOf(file));
  onTestFinished(() => ledger.destroy());
  const {
    rows: [size],
  } = await sql<{ page_count: number }>`pragma page_count`.execute(ledger);
  await sql`pragma max_page_count = ${sql.lit(size?.page_count ?? 0)}`.execute(ledger);
  const fill = ledger.transaction().execute(async (trx) => {
    for (const entry of entriesOf(2_000)) await appendAudit(trx, entry);
  });
  expect(await reasonOf(fill)).toBe("The disk is full. Make room, then try again.");

  const letter = join(folder, "letter.txt");
  writeFileSync(letter, "Dear customer, this is no database. ".repeat(100));
  expect(await reasonOf(openDatabase(settingOf(letter)))).toMatch(/^The file is not a database/);
  expect(await reasonOf(restoreBackup(settingOf(join(folder, "new.db")), letter, false))).toBe(
    `${letter} is no backup of a dashboard, or it is damaged. Nothing was changed.`,
  );
  mkdirSync(join(folder, "folder.db"));
  expect(await reasonOf(openDatabase(settingOf(join(folder, "folder.db"))))).toBe(
    `${join(folder, "folder.db")} is a folder where a file is needed.`,
  );
  expect(await reasonOf(attachDatabase(settingOf(join(letter, "dashboard.db"))))).toMatch(
    /a file where a folder is needed\.$/,
  );
  expect(await reasonOf(attachDatabase(settingOf(join(folder, "none.db"))))).toBe(
    `There is no database at ${join(folder, "none.db")}.`,
  );
});

it.runIf(isRoot)(
  "what root restores into a service's folder belongs to the service, every file",
  async () => {
    const home = temporaryFolder();
    const [file, backup] = [join(home, "data", "dashboard.db"), join(temporaryFolder(), "monday.db")];
    await ledgerIn(file);
    await writeBackup(settingOf(file), backup);
    chownSync(home, service, service);
    const owners = () =>
      ["data", ...readdirSync(join(home, "data")).map((name) => join("data", name))].map(
        (name) => `${name} ${statSync(join(home, name)).uid}`,
      );
    rmSync(join(home, "data"), { recursive: true });
    await restoreBackup(settingOf(file), backup, false);
    for (const name of ["data", "data/dashboard.db", "data/dashboard.db-ledger", "data/dashboard.db-servers"])
      expect(owners()).toContain(`${name} ${service}`);
    await restoreBackup(settingOf(file), backup, true);
    expect(owners().filter((each) => !each.endsWith(` ${service}`))).toEqual([]);
    // What a command makes at its first use.
    keptSecret(join(home, "data", "auth-secret"));
    expect(statSync(join(home, "data", "auth-secret")).uid).toBe(service);
  },
);

const foreign: [string, (folder: string) => void, RegExp][] = [
  [
    "that others may write to",
    (folder) => chmodSync(folder, 0o777),
    /Other accounts of this machine may write to \S+, and could put a deposit address there/,
  ],
  [
    "in which a stranger has planted answers, and the last writes of a ledger",
    (folder) => {
      mkdirSync(join(folder, "dashboard.db-answers"), { mode: 0o700 });
      writeFileSync(join(folder, "dashboard.db-wal"), "");
      for (const name of readdirSync(folder)) chownSync(join(folder, name), stranger, stranger);
    },
    /db-wal belongs to another account \(uid 23456\), so it isn't taken.+\n.+db-answers belongs to another/,
  ],
];

it.each(isRoot ? foreign : foreign.slice(0, 1))(
  "a server does not start on a folder %s, and takes nothing from it",
  async (_, plant, said) => {
    const faulty = await startFaultyService();
    onTestFinished(faulty.close);
    const folder = temporaryFolder();
    plant(folder);
    const before = readdirSync(folder);
    const { process } = await spawnInstance(faulty, `file:${folder}/dashboard.db`);
    await process.ended;
    expect(process.exitCode()).toBe(78);
    expect(process.output()).toMatch(said);
    expect(readdirSync(folder)).toEqual(before);
  },
);

it("a server keeps its secret on a disk without hard links, and says what a disk lacks that it needs", async () => {
  const faulty = await startFaultyService();
  onTestFinished(faulty.close);
  const folder = temporaryFolder();
  const start = (lacks: string) =>
    spawnInstance(faulty, `file:${folder}/dashboard.db`, "", {
      ...{ AUTH_SECRET: "", DISK_LACKS: lacks },
      NODE_OPTIONS: "--import=./lib/testing/servers/poor-disk.mjs",
    });
  const { process: refused } = await start("rename");
  await refused.ended;
  expect(refused.exitCode()).toBe(1);
  expect(refused.output()).toMatch(
    /^The dashboard cannot start\. \S+ can't hold a ledger: no file can be renamed in it \(ENOTSUP\)\. .+ Use a local disk\.\n$/,
  );
  expect(readdirSync(folder)).toEqual([]);
  await (await start("")).answers();
  // Every sign-in needs it, so that the start has made it.
  const secret = join(folder, "auth-secret");
  expect([looksRandom(readFileSync(secret, "utf8").trim()), statSync(secret).mode & 0o777]).toEqual([
    true,
    0o600,
  ]);
});

it("a server that cannot use its database ends with a sentence, for a supervisor to start it again", async () => {
  const service = await startFaultyService();
  onTestFinished(service.close);
  const file = join(temporaryFolder(), "dashboard.db");
  writeFileSync(file, "Dear customer, this is no database. ".repeat(100));
  const { process } = await spawnInstance(service, `file:${file}`);
  await process.ended;
  expect(process.exitCode()).toBe(1);
  expect(process.output()).toMatch(
    /^The dashboard cannot start\. The file is not a database, or it is damaged\..+\n$/,
  );
});
