import "server-only";
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

/**
 * Invariant: after a move one of the two ledgers is in use: the file keeps another name, so that a server with the
 * settings of before finds none and does not start.
 */

type Sqlite = Extract<DatabaseSetting, { kind: "sqlite" }>;
type Postgres = Extract<DatabaseSetting, { kind: "postgres" }>;

/** What was moved, the entry of its audit log that says so (NUMBER:HASH), and the file's new name. */
export type Moved = Examined & { noted: string; keptAside: string };

/**
 * Moves a ledger with everything that belongs to it, sessions too, from a file into an empty PostgreSQL database. Where
 * an earlier move was cut off after its commit, only the file's name is left to change. Throws, and changes nothing, when
 * a server lives on either of them or the target holds anything else.
 */
export async function moveToPostgres(from: Sqlite, to: Postgres): Promise<Moved> {
  if (!existsSync(from.file))
    throw new Error(`There is no database at ${from.file}.${earlierMove(from.file)}`);
  return whileAlone(from.file, async () => {
    const source = await openDatabase(from);
    const target = attachPostgres(to.connection);
    const move = async () => {
      await (await openPostgres(to.connection)).destroy();
      const examined = await examineLedger(source);
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

/** Where the file of a move that was done before is now, as a sentence. */
function earlierMove(file: string): string {
  const folder = dirname(resolve(file));
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const moved = names.find(
    (name) => name.startsWith(`${basename(file)}.moved-`) && !/-(wal|shm)$/.test(name),
  );
  return moved === undefined ? "" : ` It was moved before, and is kept as ${join(folder, moved)}.`;
}
