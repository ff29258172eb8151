import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { DatabaseSetting } from "#lib/server/config/database-setting";
import { openDatabase } from "#lib/server/database/db";
import { allTables } from "#lib/server/database/ledger-tables";
import { whileAlone } from "#lib/server/database/living-servers";
import { attachPostgres, openPostgres } from "#lib/server/database/postgres/postgres-database";
import { type Examined, examineLedger } from "#lib/server/verify/examine-ledger";
import { fillPostgres } from "./fill-postgres";
import { findMove, recordMove } from "./ledger-arrival";
import { moveFile, stamp } from "./restore";

/** Invariant: after a move only one ledger is in use: the file is renamed, so the old settings find none. */

type Sqlite = Extract<DatabaseSetting, { kind: "sqlite" }>;
type Postgres = Extract<DatabaseSetting, { kind: "postgres" }>;

/** `noted` is the audit entry of the move (NUMBER:HASH), `keptAside` the file's new name. */
export type Moved = Examined & { noted: string; keptAside: string };

/**
 * Moves a ledger, with its sessions, into an empty PostgreSQL database. Finishes a move that was cut off after its commit.
 * Throws, and changes nothing, when a server lives on either or the target has other data.
 */
export async function moveToPostgres(from: Sqlite, to: Postgres): Promise<Moved> {
  if (!existsSync(from.file))
    throw new Error(`There is no database at ${from.file}.${earlierMove(from.file)}`);
  return whileAlone(from.file, async () => {
    const source = await openDatabase(from);
    const target = attachPostgres(to.connection);
    const move = async () => {
      await (await openPostgres(to.connection)).destroy();
      const examined = await examineLedger(source, "copy");
      const noted =
        (await findMove(source, target, examined)) ??
        (await fillPostgres(source, target, { tables: allTables, isReplacing: false }, (filled) =>
          recordMove(filled, examined),
        ));
      return { ...examined, noted };
    };
    const moved = await move().finally(async () => {
      await source.destroy();
      await target.destroy();
    });
    const keptAside = `${from.file}.moved-${stamp()}`;
    moveFile(from.file, keptAside);
    return { ...moved, keptAside };
  });
}

function earlierMove(file: string): string {
  const folder = dirname(resolve(file));
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const moved = names.find(
    (name) => name.startsWith(`${basename(file)}.moved-`) && !/-(wal|shm)$/.test(name),
  );
  return moved === undefined ? "" : ` It was already moved, and is kept as ${join(folder, moved)}.`;
}
