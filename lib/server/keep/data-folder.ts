import { accessSync, constants, existsSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileFault, folderFault, ownId } from "#lib/secret/foreign";
import { makeFolder, writeNewFile } from "#lib/secret/own-files";
import { codeOf } from "#lib/secret/unsupported";
import { ConfigurationError, env } from "#lib/server/config/env";
import { secretFileBeside } from "#lib/server/config/env-access";
import { openEngine } from "#lib/server/database/sqlite/sqlite-database";

/**
 * Invariant: no server takes what another account can have put beside its ledger, and none starts on a folder that can't do
 * what the ledger needs of it.
 */

/** A sentence each. `own` is the account that uses the folder. */
export function faultsOfFolders(own = ownId()): string[] {
  const { database, answersFolder } = env();
  const ofAnswers = answersFolder === undefined ? undefined : folderFault(answersFolder, own);
  const ofLedger = database.kind === "sqlite" ? faultsBeside(database.file, own) : [];
  return [...ofLedger, ...(ofAnswers === undefined ? [] : [ofAnswers])];
}

/** Where others may write to the folder, each of its files would be named as well. */
function faultsBeside(file: string, own: number | undefined): string[] {
  if (file === ":memory:") return [];
  const folder = dirname(resolve(file));
  const ofFolder = folderFault(folder, own);
  if (ofFolder !== undefined) return [ofFolder];
  const files = [...fileEnds.map((end) => resolve(file) + end), secretFileBeside(resolve(file))];
  return files.flatMap((each) => fileFault(each, own) ?? accessFault(each, own) ?? []);
}

const fileEnds = ["", "-wal", "-shm", "-journal", "-servers", "-ledger"];

function accessFault(file: string, own: number | undefined): string | undefined {
  if (own === undefined || own !== ownId() || !existsSync(file) || statSync(file).uid === own)
    return undefined;
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
    return undefined;
  } catch {
    return `This account (uid ${own}) may not read and write ${file}: it belongs to root. Run: chown ${own} ${file}`;
  }
}

/** Throws {@link ConfigurationError}. Call it before anything is taken from there. */
export function refuseForeignFolders(): void {
  const faults = faultsOfFolders();
  if (faults.length > 0) throw new ConfigurationError(faults);
}

/** What says enough by itself, or passes. */
const toldElsewhere = new Set(["EACCES", "EROFS", "ENOSPC", "EDQUOT", "EFBIG", "SQLITE_FULL"]);

/** Throws a sentence where the folder of a ledger in a file can't do what it needs. Makes it where there is none. */
export function proveDataFolder(): void {
  const { database } = env();
  if (database.kind === "postgres" || database.file === ":memory:") return;
  const folder = dirname(resolve(database.file));
  makeFolder(folder);
  prove(folder);
}

function prove(folder: string): void {
  let act = "made in";
  try {
    const own = mkdtempSync(join(folder, ".proof-"));
    try {
      act = "written and flushed in";
      const [one, other] = [join(own, "one"), join(own, "other")];
      for (const file of [one, other]) writeNewFile(file, "proof");
      act = "renamed in";
      renameSync(other, one);
      act = "locked and shared in";
      // Nobody else knows of it: whatever is in its way is the disk.
      const engine = openEngine(join(own, "proof.db"));
      engine.exec("begin exclusive; create table proof (one); commit");
      engine.close();
      act = "removed from";
    } finally {
      rmSync(own, { recursive: true, force: true });
    }
  } catch (cause) {
    const code = codeOf(cause);
    if (code !== undefined && toldElsewhere.has(code)) return;
    throw new Error(
      `${folder} can't hold a ledger: no file can be ${act} it (${code}). Its disk must be able to make, flush, rename, remove and lock files. Use a local disk.`,
      { cause },
    );
  }
}
