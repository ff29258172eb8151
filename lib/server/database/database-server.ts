import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";
import { isPostgres } from "#lib/server/tables/engine";
import type { DatabaseServerRow, Db, Trx } from "#lib/server/tables/schema";

/**
 * Invariant: a database that went back in time is recognised: a failover or a recovery starts a new timeline, a copied
 * server has another system identifier, and a restored dump has other table numbers.
 */

/** The server of a ledger, and whether its commits wait for a standby. */
export type ServerIdentity = Pick<DatabaseServerRow, "system_id" | "timeline" | "is_synchronous">;

const ofFile: ServerIdentity = { system_id: "file", timeline: "1", is_synchronous: 0 };

/** Server, database and table, which a copy never shares. */
const systemId = sql`select concat_ws('/',
  (select system_identifier from pg_control_system()),
  (select oid from pg_database where datname = current_database()),
  'database_server'::regclass::oid)`;

// The control file names the old timeline for a while after a promotion; the write-ahead log doesn't.
const present = sql`select
  (${systemId}) as system_id,
  left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline,
  cast(current_setting('synchronous_standby_names') <> '' as integer) as is_synchronous`;

export async function presentServer(db: QueryExecutorProvider): Promise<ServerIdentity> {
  if (!isPostgres(db)) return ofFile;
  const { rows } = await sql<ServerIdentity>`${present}`.execute(db);
  if (rows[0] === undefined) throw new Error("PostgreSQL didn't say which server it is.");
  return rows[0];
}

/** Differs for each server, ledger and start of a server. A file is always the same. */
export async function nameServer(db: QueryExecutorProvider): Promise<string> {
  if (!isPostgres(db)) return ofFile.system_id;
  const { rows } = await sql<{ name: string }>`select concat_ws(' ', inet_server_addr(), inet_server_port(),
    pg_postmaster_start_time(), (${systemId})) as name`.execute(db);
  return rows[0]?.name ?? "";
}

/** The server that the ledger has recorded, and the one that answers now. */
export type NotedServer = { noted: DatabaseServerRow | undefined; present: ServerIdentity };

/** Reads both, and the time, in one statement. On SQLite it takes the write lock. */
export async function readServer(
  db: Db | Trx,
  time: RawBuilder<string>,
): Promise<NotedServer & { at: string }> {
  if (!isPostgres(db)) {
    const { rows } = await (db.isTransaction
      ? sql<DatabaseServerRow>`update database_server set id = 1 where id = 1 returning *`
      : sql<DatabaseServerRow>`select * from database_server where id = 1`
    ).execute(db);
    const { rows: times } = await sql<{ at: string }>`select ${time} as at`.execute(db);
    return { noted: rows[0], present: ofFile, at: times[0]?.at ?? "" };
  }
  const { rows } = await sql<{ noted: DatabaseServerRow | null; at: string } & ServerIdentity>`
    select ${time} as at, present.*, (select to_json(noted) from database_server as noted where id = 1) as noted
    from (${present}) as present`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("PostgreSQL didn't say which server it is.");
  return { noted: row.noted ?? undefined, present: row, at: row.at };
}

export function isSameServer(one: ServerIdentity, other: ServerIdentity): boolean {
  return (
    one.system_id === other.system_id &&
    one.timeline === other.timeline &&
    one.is_synchronous === other.is_synchronous
  );
}

/** Whether the server was set to recover to a point in time or from an archive, which may end before the last commit. */
export async function mayEndEarly(db: QueryExecutorProvider): Promise<boolean> {
  if (!isPostgres(db)) return false;
  const { rows } = await sql<{ was: boolean }>`select exists (
    select 1 from pg_settings where setting <> ''
      and name in ('restore_command', 'recovery_target', 'recovery_target_lsn', 'recovery_target_name', 'recovery_target_time', 'recovery_target_xid')
  ) as was`.execute(db);
  return rows[0]?.was === true;
}
