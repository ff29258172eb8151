import { isLoopbackHost } from "#lib/text/public-host";
import type { Fault } from "./env-values";

/** Invariant: no password travels in the clear, and no fault repeats a part of the address: it may hold the password. */

/** How a PostgreSQL server is reached. */
export type PostgresConnection = {
  host: string;
  port: number;
  user: string;
  password: string | undefined;
  database: string;
  /** `false` only on this machine; else the certificate must be valid for the host. */
  ssl: false | { host: string; rejectUnauthorized: true; ca?: string };
};

/** Where the ledger lies, and which one it has to be where that was said. */
export type DatabaseSetting = (
  | { kind: "sqlite"; file: string }
  | { kind: "postgres"; connection: PostgresConnection }
) & { ledgerId?: string };

type ReadFile = (name: string, path: string) => string | undefined;

const parameters = new Set(["sslmode", "sslrootcert"]);
const withTls = new Set(["require", "verify-ca", "verify-full"]);

/** Reads DATABASE_URL: `file:...` or `postgres://...`. Gives `undefined` after naming each fault. */
export function readDatabase(text: string, fault: Fault, readFile: ReadFile): DatabaseSetting | undefined {
  if (/^postgres(ql)?:/.test(text)) {
    const connection = readConnection(text, fault, readFile);
    return connection === undefined ? undefined : { kind: "postgres", connection };
  }
  const file = /^file:(?!\/\/)(.+)$/.exec(text)?.[1] ?? /^file:\/\/(\/.+)$/.exec(text)?.[1];
  return file === undefined
    ? fault(
        "DATABASE_URL must be a file, such as file:./data/dashboard.db, or a PostgreSQL server, such as postgres://user:password@host/database.",
      )
    : { kind: "sqlite", file };
}

function readConnection(text: string, fault: Fault, readFile: ReadFile): PostgresConnection | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const [user, password, database] = [url?.username, url?.password, url?.pathname.slice(1)].map(decode);
  if (url === undefined || !user || !database || password === undefined || !isHost(url.hostname)) {
    return fault(
      "DATABASE_URL must name a user, one host and a database: postgres://user:password@host:5432/database. Write characters such as @ / : # in its parts as %40 %2F %3A %23.",
    );
  }
  if ([...url.searchParams.keys()].some((name) => !parameters.has(name)) || url.hash !== "")
    return fault("After its ?, DATABASE_URL may have only sslmode and sslrootcert.");
  const ssl = readTls(url, fault, readFile);
  if (ssl === undefined) return undefined;
  const host = withoutBrackets(url.hostname);
  const port = url.port === "" ? 5432 : Number.parseInt(url.port, 10);
  return { host, port, user, password: password === "" ? undefined : password, database, ssl };
}

function readTls(
  { hostname, searchParams }: URL,
  fault: Fault,
  readFile: ReadFile,
): PostgresConnection["ssl"] | undefined {
  const isHere = isLoopbackHost(hostname);
  const mode = searchParams.get("sslmode") ?? (isHere ? "disable" : "verify-full");
  if (mode === "disable" && isHere) return false;
  if (!withTls.has(mode))
    return fault(
      "DATABASE_URL must have sslmode=verify-full, because the database is on another machine: the connection is then encrypted, and its certificate checked.",
    );
  const host = withoutBrackets(hostname);
  const path = searchParams.get("sslrootcert");
  if (path === null) return { host, rejectUnauthorized: true };
  const ca = readFile("The sslrootcert of DATABASE_URL", path);
  return ca === undefined ? undefined : { host, rejectUnauthorized: true, ca };
}

/** `undefined` for what cannot be decoded, or holds a control character, which no user or database is named with. */
function decode(part: string | undefined): string | undefined {
  try {
    const text = decodeURIComponent(part ?? "");
    return /\p{Cc}/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

function isHost(hostname: string): boolean {
  return /^([a-z0-9._-]+|\[[0-9a-f:.]+\])$/i.test(hostname);
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}
