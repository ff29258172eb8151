import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { ownId } from "#lib/secret/foreign";
import { env } from "#lib/server/config/env";
import { faultsOfFolders, proveDataFolder } from "#lib/server/keep/data-folder";
import { bad, type Findings, failed, ok } from "./finding";

/** Invariant: judges the folders as a start does, and leaves nothing in them. */

/** Whose they are, and whether the ledger's can do what it needs. Root looks at them for the account that owns them. */
export async function* checkFolders(): Findings {
  const { database, answersFolder } = env();
  const folder = database.kind === "sqlite" ? dirname(resolve(database.file)) : answersFolder;
  const state = folder === undefined ? undefined : statSync(folder, { throwIfNoEntry: false });
  if (state === undefined) return;
  const faults = faultsOfFolders(ownId() === 0 ? state.uid : ownId());
  for (const fault of faults) yield bad("folder", fault);
  try {
    proveDataFolder();
    if (faults.length === 0 && database.kind === "sqlite")
      yield ok(
        "folder",
        `${folder} is this account's alone, and can make, flush, rename, lock and remove files.`,
      );
  } catch (error) {
    yield* failed("folder", error);
  }
}
