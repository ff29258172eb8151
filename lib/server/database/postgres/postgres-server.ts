import { type Kysely, sql } from "kysely";
import pg from "pg";
import { ConfigurationError } from "#lib/server/config/env";
import { DatabaseFailure } from "#lib/server/tables/database-failure";

/**
 * Invariant: a server that may lose a commit, or takes none, is refused, and the sentence says what to change. A standby is
 * waited for, since it may be promoted.
 */

/** The oldest that is still maintained, and on which all tests of the server pass. */
export const oldestMajor = 14;

type Settings = {
  version: string;
  major: number;
  in_recovery: boolean;
  read_only: string;
  encoding: string;
  fsync: string;
  synchronous_commit: string;
  synchronous_standby_names: string;
  full_page_writes: string;
};

/** Throws {@link ConfigurationError} when the server can't hold the ledger, {@link DatabaseFailure} when it can't yet. */
export async function refuseUnsafeServer(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<Settings>(
    `select current_setting('server_version') as version,
       current_setting('server_version_num')::int / 10000 as major,
       pg_is_in_recovery() as in_recovery,
       current_setting('default_transaction_read_only') as read_only,
       current_setting('server_encoding') as encoding,
       current_setting('fsync') as fsync,
       current_setting('synchronous_commit') as synchronous_commit,
       current_setting('synchronous_standby_names') as synchronous_standby_names,
       current_setting('full_page_writes') as full_page_writes`,
  );
  const faults = rows.flatMap(faultsOf);
  if (faults.length > 0) throw new ConfigurationError(faults);
  if (rows.some((settings) => settings.in_recovery)) throw new DatabaseFailure("25006", true, undefined);
}

/** Advice for the operator that is no reason to refuse the server. */
export async function adviceOn<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{
    commit: string;
  }>`select current_setting('synchronous_commit') as commit`.execute(db);
  return rows[0]?.commit === "local"
    ? [
        "synchronous_commit is local for the user in DATABASE_URL. Nothing is lost while there is one server; with a synchronous standby, a confirmed transfer could be. Set synchronous_commit=on.",
      ]
    : [];
}

function faultsOf(settings: Settings): string[] {
  const faults: string[] = [];
  if (settings.major < oldestMajor)
    faults.push(
      `The PostgreSQL server is version ${settings.version}, which is too old. Use PostgreSQL ${oldestMajor} or newer.`,
    );
  for (const name of ["fsync", "synchronous_commit", "full_page_writes"] as const) {
    if (settings[name] === "off")
      faults.push(
        `The PostgreSQL server runs with ${name}=off: a transfer that it has confirmed can be lost. Set ${name}=on.`,
      );
  }
  if (settings.synchronous_commit === "local" && settings.synchronous_standby_names !== "")
    faults.push(
      "The PostgreSQL server has synchronous standbys, and synchronous_commit=local does not wait for them: a transfer that it has confirmed can be lost when a standby takes over. Set synchronous_commit=on, also for the user in DATABASE_URL.",
    );
  if (settings.read_only === "on" && !settings.in_recovery)
    faults.push(
      "The PostgreSQL server is read-only (default_transaction_read_only=on). Set DATABASE_URL to one that takes writes.",
    );
  if (settings.encoding !== "UTF8")
    faults.push(
      `The PostgreSQL database has the encoding ${settings.encoding}, which cannot hold every name. Create it with the encoding UTF8.`,
    );
  return faults;
}

const ownDatabase = "Give the dashboard a database of its own.";
const changedTables =
  "The tables don't match this version: the user in DATABASE_URL looks in another schema (search_path), or another program changed them.";
const takenName = `Another program has a table with a name that the dashboard needs. ${ownDatabase}`;

const answers: Record<string, string> = {
  "28P01": "PostgreSQL refuses the password in DATABASE_URL.",
  "28000": "PostgreSQL refuses this combination of user, database and client address. Check its pg_hba.conf.",
  "3D000": "PostgreSQL has no database with the name in DATABASE_URL.",
  "42501":
    "The user in DATABASE_URL may not do what the dashboard needs. Let it own the database, or grant it what docs/operating.md lists.",
  "42P01": changedTables,
  "42703": changedTables,
  "42P07": takenName,
  "42710": takenName,
};

/** PgBouncer uses 08P01 for everything: for an outage, which passes, and for these, which don't. */
const ofPooler: [RegExp, string][] = [
  [
    /unsupported startup parameter/,
    "The pooler in DATABASE_URL refuses a start-up parameter that every client sends. Its log names it: add it to ignore_startup_parameters.",
  ],
  [
    /no such (user|database)/,
    "The pooler in DATABASE_URL doesn't know the user or the database. Add them to its settings.",
  ],
  [
    /pooling mode/,
    "The pooler in DATABASE_URL allows no transactions (statement pooling). Set pool_mode=session at PgBouncer.",
  ],
];

/** Returns the fault of the configuration, or `undefined` when PostgreSQL may just be away. */
export function startFaultOf(error: unknown): string | undefined {
  if (error instanceof DatabaseFailure) return startFaultOf(error.cause);
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error ? String(error.code) : "";
  return error instanceof pg.DatabaseError
    ? answeredFault(code, error.message)
    : tlsFault(code, error.message);
}

function answeredFault(state: string, message: string): string | undefined {
  if (state === "08P01") return withState(ofPooler.find(([words]) => words.test(message))?.[1], state);
  const known = Object.hasOwn(answers, state) ? answers[state] : undefined;
  if (known === undefined && state.startsWith("42"))
    return withState("PostgreSQL refused a statement. Its own log says which and why.", state);
  return withState(known, state);
}

function withState(sentence: string | undefined, state: string): string | undefined {
  return sentence === undefined ? undefined : `${sentence} (SQLSTATE ${state})`;
}

function tlsFault(code: string, message: string): string | undefined {
  if (/does not support SSL/.test(message))
    return "The PostgreSQL server offers no TLS, and the connection to it must be encrypted. Set ssl=on at the server.";
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return "The PostgreSQL server's certificate is for another host. Name the server in DATABASE_URL as the certificate does, or give the server one for this host.";
  if (/CERT|ERR_TLS|ERR_SSL|ISSUER|SIGNATURE/.test(code))
    return `The PostgreSQL server's certificate is not trusted (${code}). Set sslrootcert in DATABASE_URL to the certificate file of the authority that signed it.`;
  return undefined;
}
