import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { writeNewFile } from "#lib/secret/own-files";
import type { DatabaseSetting } from "#lib/server/config/database-setting";
import { ConfigurationError } from "#lib/server/config/env";
import type { Db } from "#lib/server/tables/schema";

/** Invariant: no other ledger is taken for a known one, which the hash of its first audit entry identifies. */

/** `undefined` while nobody has an account. */
export async function ledgerId(ledger: Db): Promise<string | undefined> {
  const first = await ledger.selectFrom("audit_log").select("hash").where("seq", "=", 1).executeTakeFirst();
  return first?.hash;
}

/** Throws {@link ConfigurationError} when a known ledger's file is gone. Call it before a new one is made. */
export function refuseLostFile(setting: DatabaseSetting): void {
  if (setting.kind === "postgres" || existsSync(setting.file)) return;
  const expected = expectation(setting);
  if (expected !== undefined)
    throw lost(`${setting.file} is missing, and ${expected.source} says that it had a ledger.`, expected);
}

/** Throws {@link ConfigurationError} when the database is not the expected ledger. */
export async function refuseOtherLedger(setting: DatabaseSetting, ledger: Db): Promise<void> {
  const expected = expectation(setting);
  if (expected === undefined) return;
  const found = await ledgerId(ledger);
  if (found === expected.id) return;
  throw lost(
    found === undefined
      ? `The database is empty, but ${expected.source} says that it had a ledger.`
      : `The database holds a different ledger than ${expected.source} says, or its first audit entry was changed.`,
    expected,
  );
}

/** Returns false while there is no ledger to note. */
export async function noteLedger(setting: DatabaseSetting, ledger: Db): Promise<boolean> {
  const marker = markerOf(setting);
  if (marker === undefined) return true;
  const id = await ledgerId(ledger);
  if (id === undefined) return false;
  if (readMarker(marker) === id) return true;
  const draft = `${marker}.${process.pid}`;
  rmSync(draft, { force: true });
  writeNewFile(draft, `${id}\n`);
  renameSync(draft, marker);
  return true;
}

type Expectation = { id: string; source: string; forget: string };

function expectation(setting: DatabaseSetting): Expectation | undefined {
  if (setting.ledgerId !== undefined)
    return { id: setting.ledgerId, source: "LEDGER_ID", forget: "take LEDGER_ID away" };
  const marker = markerOf(setting);
  const id = marker === undefined ? undefined : readMarker(marker);
  return id === undefined || marker === undefined
    ? undefined
    : { id, source: marker, forget: `delete ${marker}` };
}

function lost(what: string, { forget }: Expectation): ConfigurationError {
  return new ConfigurationError([
    `${what} Check DATABASE_URL and that its disk is there, or restore a backup (npm run restore -- FILE). To start with an empty ledger on purpose, ${forget}.`,
  ]);
}

function markerOf(setting: DatabaseSetting): string | undefined {
  return setting.kind === "postgres" || setting.file === ":memory:" ? undefined : `${setting.file}-ledger`;
}

function readMarker(marker: string): string | undefined {
  return existsSync(marker) ? readFileSync(marker, "utf8").trim() || undefined : undefined;
}
