import "server-only";
import pg from "pg";
import { ConfigurationError } from "./env";

/** Invariant: a server that may lose a commit, or that takes none, is refused, and the sentence says what to change. */

type Settings = {
  in_recovery: boolean;
  read_only: string;
  encoding: string;
  fsync: string;
  synchronous_commit: string;
  full_page_writes: string;
};

/** Asks a server for its settings. Throws {@link ConfigurationError} when it cannot hold the ledger. */
export async function refuseUnsafeServer(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<Settings>(
    `select pg_is_in_recovery() as in_recovery,
       current_setting('default_transaction_read_only') as read_only,
       current_setting('server_encoding') as encoding,
       current_setting('fsync') as fsync,
       current_setting('synchronous_commit') as synchronous_commit,
       current_setting('full_page_writes') as full_page_writes`,
  );
  const faults = rows.flatMap(faultsOf);
  if (faults.length > 0) throw new ConfigurationError(faults);
}

function faultsOf(settings: Settings): string[] {
  const faults: string[] = [];
  for (const name of ["fsync", "synchronous_commit", "full_page_writes"] as const) {
    if (settings[name] === "off")
      faults.push(
        `The PostgreSQL server runs with ${name}=off: a transfer that it has confirmed can be lost. Set ${name}=on.`,
      );
  }
  if (settings.in_recovery)
    faults.push(
      "The PostgreSQL server is a standby and takes no writes. Let DATABASE_URL name the primary server.",
    );
  else if (settings.read_only === "on")
    faults.push(
      "The PostgreSQL server takes no writes (default_transaction_read_only=on). Let DATABASE_URL name one that does.",
    );
  if (settings.encoding !== "UTF8")
    faults.push(
      `The PostgreSQL database has the encoding ${settings.encoding}, which cannot hold every name. Create it with the encoding UTF8.`,
    );
  return faults;
}

const answers: Record<string, string> = {
  "28P01": "PostgreSQL refuses the password of DATABASE_URL.",
  "28000": "PostgreSQL lets nobody in with the user, the database and the address of this connection.",
  "3D000": "PostgreSQL has no database with the name in DATABASE_URL.",
};

/** What is wrong with the configuration when a connection fails so; `undefined` when the server may just be away. */
export function startFaultOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error ? String(error.code) : "";
  if (error instanceof pg.DatabaseError) return answers[code];
  if (/does not support SSL/.test(error.message))
    return "The PostgreSQL server offers no TLS, and the connection to it must be encrypted. Set ssl=on at the server.";
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return "The PostgreSQL server's certificate is for another host. Name the server in DATABASE_URL as the certificate does, or give the server one for this host.";
  if (/CERT|ERR_TLS|ERR_SSL|ISSUER|SIGNATURE/.test(code))
    return `The PostgreSQL server's certificate is not trusted (${code}). Let sslrootcert in DATABASE_URL name the file of the authority that signed it.`;
  return undefined;
}
