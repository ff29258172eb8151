import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { sql } from "kysely";
import { giveToOwnerOf, syncFolder } from "#lib/secret/own-files";
import type { DatabaseSetting } from "#lib/server/config/database-setting";
import { isNoDatabase } from "#lib/server/database/explain-failure";
import { noteLedger } from "#lib/server/database/ledger-identity";
import { lastingTables } from "#lib/server/database/ledger-tables";
import { whileAlone } from "#lib/server/database/living-servers";
import { attachPostgres, openPostgres } from "#lib/server/database/postgres/postgres-database";
import { attachSqlite } from "#lib/server/database/sqlite/sqlite-database";
import type { Examined } from "#lib/server/verify/examine-ledger";
import { restoredFrom, writeBackup } from "./backup";
import { isUntouched } from "./copy-ledger";
import { fillPostgres, holdsLedger, refuseLivingInstance } from "./fill-postgres";
import { endOfAudit, type Replacement, recordRestore } from "./ledger-arrival";
import { inPrivateFolder } from "./private-folder";

/** Invariant: a ledger is put in place whole or not at all, never under a living server; one that it replaces is kept. */

/** `noted` is the audit entry of the restore (NUMBER:HASH), `keptAside` where the earlier ledger is now. */
export type Restored = Examined & { noted: string; keptAside: string | undefined };
type Staged = { file: string; examined: Examined };

type Sqlite = Extract<DatabaseSetting, { kind: "sqlite" }>;
type Postgres = Extract<DatabaseSetting, { kind: "postgres" }>;

/**
 * Throws, and changes nothing, when the file is no backup or is empty, when a server lives on the database, or when it has
 * data and `isReplacing` is false.
 */
export async function restoreBackup(
  setting: DatabaseSetting,
  backup: string,
  isReplacing: boolean,
): Promise<Restored> {
  const home = setting.kind === "sqlite" ? dirname(resolve(setting.file)) : dirname(resolve(backup));
  if (!existsSync(resolve(backup))) throw new Error(`There is no backup at ${backup}. Nothing was changed.`);
  return inPrivateFolder(home, async (folder) => {
    const file = join(folder, "dashboard.db");
    const staged = { file, examined: await unpack(backup, file) };
    if (!(await holdsSomething(file)))
      throw new Error(`${backup} holds nothing: it is no finished backup. Nothing was changed.`);
    const aside = `before-restore-${stamp()}`;
    const placed =
      setting.kind === "sqlite"
        ? await whileAlone(setting.file, () => placeFile(setting, staged, aside, isReplacing))
        : await placeInPostgres(setting, staged, join(home, `${aside}.db`), isReplacing);
    return { ...staged.examined, ...placed };
  });
}

async function unpack(backup: string, file: string): Promise<Examined> {
  try {
    return await restoredFrom(resolve(backup), file);
  } catch (cause) {
    if (!isNoDatabase(cause)) throw cause;
    throw new Error(`${backup} is no backup of a dashboard, or it is damaged. Nothing was changed.`, {
      cause,
    });
  }
}

const refusal = `${holdsLedger} To replace it, add --replace: the ledger that is there now is then kept.`;

type Placed = Pick<Restored, "noted" | "keptAside">;

async function placeFile(
  setting: Sqlite,
  staged: Staged,
  aside: string,
  isReplacing: boolean,
): Promise<Placed> {
  const { file } = setting;
  const kept = `${file}.${aside}`;
  const isHeld = existsSync(file) && (await holdsSomething(file));
  if (isHeld && !isReplacing) throw new Error(refusal);
  const replaced = isHeld ? await endOfFile(file) : undefined;
  const noted = await noteInFile(staged, { isReplacement: isHeld, replaced });
  moveFile(file, kept);
  giveToOwnerOf(dirname(resolve(file)), staged.file);
  renameSync(staged.file, file);
  syncFolder(dirname(resolve(file)));
  const restored = await attachSqlite(file);
  await noteLedger(setting, restored).finally(() => restored.destroy());
  if (isHeld) return { noted, keptAside: kept };
  for (const end of fileEnds) rmSync(kept + end, { force: true });
  return { noted, keptAside: undefined };
}

/** The file is not in place yet, so an interrupted restore starts over. */
async function noteInFile({ file, examined }: Staged, replacement: Replacement): Promise<string> {
  const ledger = await attachSqlite(file);
  const note = async () => {
    const noted = await ledger
      .transaction()
      .execute((trx) => recordRestore(trx, "sqlite", examined, replacement));
    // The file is moved without SQLite's write-ahead file, which has the entry until now.
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(ledger);
    if (rows[0]?.busy !== 0)
      throw new Error("Nothing was changed: another program is using the unpacked backup.");
    return noted;
  };
  return note().finally(() => ledger.destroy());
}

/** The file may be damaged, or of a version without an audit log. */
async function endOfFile(file: string): Promise<string | undefined> {
  try {
    const ledger = await attachSqlite(file);
    return await endOfAudit(ledger).finally(() => ledger.destroy());
  } catch {
    return undefined;
  }
}

/** For a file's name. */
export function stamp(): string {
  return new Date().toISOString().replaceAll(/[-:]|\.\d+/g, "");
}

const fileEnds = ["", "-wal", "-shm"];

/** With the files in which SQLite keeps the last writes. */
export function moveFile(file: string, to: string): void {
  for (const end of fileEnds) if (existsSync(file + end)) renameSync(file + end, to + end);
}

/** An unreadable file may be the only copy of something. */
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
  staged: Staged,
  aside: string,
  isReplacing: boolean,
): Promise<Placed> {
  await (await openPostgres(setting.connection)).destroy();
  const source = await attachSqlite(staged.file);
  const target = attachPostgres(setting.connection);
  try {
    const isHeld = !(await isUntouched(target));
    if (isHeld && !isReplacing) throw new Error(refusal);
    await refuseLivingInstance(target);
    if (isHeld) await writeBackup(setting, aside);
    const replacement = { isReplacement: isHeld, replaced: isHeld ? await endOfAudit(target) : undefined };
    const noted = await fillPostgres(source, target, { tables: lastingTables, isReplacing }, (filled) =>
      recordRestore(filled, "postgres", staged.examined, replacement),
    );
    return { noted, keptAside: isHeld ? aside : undefined };
  } finally {
    await source.destroy();
    await target.destroy();
  }
}
