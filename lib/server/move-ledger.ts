import "server-only";
import { existsSync } from "node:fs";
import type { DatabaseSetting } from "./database-setting";
import { openDatabase } from "./db";
import { type Examined, examineLedger } from "./examine-ledger";
import { fillPostgres } from "./fill-postgres";
import { allTables } from "./ledger-tables";
import { whileAlone } from "./living-servers";
import { attachPostgres, openPostgres } from "./postgres-database";
import { moveFile, stamp } from "./restore";

/**
 * Invariant: after a move one of the two ledgers is in use: the file keeps another name, so that a server with the
 * settings of before finds none and does not start.
 */

type Sqlite = Extract<DatabaseSetting, { kind: "sqlite" }>;
type Postgres = Extract<DatabaseSetting, { kind: "postgres" }>;

/**
 * Moves a ledger with everything that belongs to it, sessions too, from a file into an empty PostgreSQL database. Gives
 * what was moved, and the file's new name. Throws, and changes nothing, when a server lives on either of them or the
 * target holds anything.
 */
export async function moveToPostgres(from: Sqlite, to: Postgres): Promise<Examined & { keptAside: string }> {
  if (!existsSync(from.file)) throw new Error(`There is no database at ${from.file}.`);
  return whileAlone(from.file, async () => {
    const source = await openDatabase(from);
    await (await openPostgres(to.connection)).destroy();
    const target = attachPostgres(to.connection);
    const fill = async () => {
      await fillPostgres(source, target, allTables, false);
      return examineLedger(source);
    };
    const examined = await fill().finally(async () => {
      await source.destroy();
      await target.destroy();
    });
    const keptAside = `${from.file}.moved-${stamp()}`;
    moveFile(from.file, keptAside);
    return { ...examined, keptAside };
  });
}
