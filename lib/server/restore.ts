import "server-only";
import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { restoredFrom, syncFolder, writeBackup } from "./backup";
import { isUntouched } from "./copy-ledger";
import type { DatabaseSetting } from "./database-setting";
import type { Examined } from "./examine-ledger";
import { fillPostgres, holdsLedger, refuseLivingInstance } from "./fill-postgres";
import { noteLedger } from "./ledger-identity";
import { lastingTables } from "./ledger-tables";
import { whileAlone } from "./living-servers";
import { attachPostgres, openPostgres } from "./postgres-database";
import { inPrivateFolder } from "./private-folder";
import { attachSqlite } from "./sqlite-database";

/**
 * Invariant: a ledger takes its place whole or not at all, never under a server that lives, and never over another one
 * unless that was asked for; then the other one is kept.
 */

/** What was restored, and where the ledger that was there before is now. */
export type Restored = Examined & { keptAside: string | undefined };

type Sqlite = Extract<DatabaseSetting, { kind: "sqlite" }>;
type Postgres = Extract<DatabaseSetting, { kind: "postgres" }>;

/**
 * Restores a backup. Throws, and changes nothing, when the file is no backup or holds nothing, as the draft of one that
 * was killed does, when a server lives on the database, or when the database holds anything and `isReplacing` is false.
 */
export async function restoreBackup(
  setting: DatabaseSetting,
  backup: string,
  isReplacing: boolean,
): Promise<Restored> {
  const home = setting.kind === "sqlite" ? dirname(resolve(setting.file)) : dirname(resolve(backup));
  return inPrivateFolder(home, async (folder) => {
    const staged = join(folder, "dashboard.db");
    const examined = await restoredFrom(resolve(backup), staged);
    if (!(await holdsSomething(staged)))
      throw new Error(`${backup} holds nothing: it is no finished backup. Nothing was changed.`);
    const aside = `before-restore-${stamp()}`;
    const keptAside =
      setting.kind === "sqlite"
        ? await whileAlone(setting.file, () => placeFile(setting, staged, aside, isReplacing))
        : await placeInPostgres(setting, staged, join(home, `${aside}.db`), isReplacing);
    return { ...examined, keptAside };
  });
}

const refusal = `${holdsLedger} To replace it, add --replace: the ledger that is there now is then kept.`;

async function placeFile(
  setting: Sqlite,
  staged: string,
  aside: string,
  isReplacing: boolean,
): Promise<string | undefined> {
  const { file } = setting;
  const kept = `${file}.${aside}`;
  const isHeld = existsSync(file) && (await holdsSomething(file));
  if (isHeld && !isReplacing) throw new Error(refusal);
  moveFile(file, kept);
  renameSync(staged, file);
  syncFolder(dirname(resolve(file)));
  const restored = await attachSqlite(file);
  await noteLedger(setting, restored).finally(() => restored.destroy());
  if (isHeld) return kept;
  for (const end of fileEnds) rmSync(kept + end, { force: true });
  return undefined;
}

/** This moment, as a part of a file's name. */
export function stamp(): string {
  return new Date().toISOString().replaceAll(/[-:]|\.\d+/g, "");
}

const fileEnds = ["", "-wal", "-shm"];

/** Moves a database with the files in which SQLite keeps what was written last. */
export function moveFile(file: string, to: string): void {
  for (const end of fileEnds) if (existsSync(file + end)) renameSync(file + end, to + end);
}

/** A file that cannot be read may hold the only copy of something. */
async function holdsSomething(file: string): Promise<boolean> {
  try {
    const found = await attachSqlite(file);
    return await isUntouched(found)
      .then((isEmpty) => !isEmpty)
      .finally(() => found.destroy());
  } catch {
    return true;
  }
}

async function placeInPostgres(
  setting: Postgres,
  staged: string,
  aside: string,
  isReplacing: boolean,
): Promise<string | undefined> {
  await (await openPostgres(setting.connection)).destroy();
  const source = await attachSqlite(staged);
  const target = attachPostgres(setting.connection);
  try {
    const isHeld = !(await isUntouched(target));
    if (isHeld && !isReplacing) throw new Error(refusal);
    await refuseLivingInstance(target);
    if (isHeld) await writeBackup(setting, aside);
    await fillPostgres(source, target, lastingTables, isReplacing);
    return isHeld ? aside : undefined;
  } finally {
    await source.destroy();
    await target.destroy();
  }
}
