import { Problem } from "#lib/contract/problem";
import { ConfigurationError } from "#lib/server/config/env";
import { startFaultOf } from "#lib/server/database/postgres/postgres-server";
import { DatabaseFailure } from "#lib/server/tables/database-failure";

/** Invariant: says to the operator what happened and what to do, with paths and codes but no address, user or password. */

export function explainFailure(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message;
  if (error instanceof DatabaseFailure) return explainPostgres(error);
  if (error instanceof Problem && error.cause instanceof Error) return explainFailure(error.cause);
  if (!(error instanceof Error)) return "The command failed.";
  return explainStorage(error) ?? error.message;
}

const takesNoWrites =
  "The PostgreSQL server is read-only now, as a standby is until it is promoted. The dashboard waits for it. If this lasts, set DATABASE_URL to the primary server.";

function explainPostgres(failure: DatabaseFailure): string {
  const { code, state, isAnswer } = failure;
  if (!isAnswer)
    return `PostgreSQL does not answer (${state ?? "no answer in time"}). Check that it runs, the host and the port in DATABASE_URL, and the firewall.`;
  if (state === "25006") return takesNoWrites;
  const fault = startFaultOf(failure);
  if (fault !== undefined) return fault;
  if (state === "08P01")
    return "The pooler in front of PostgreSQL cannot serve this connection now (SQLSTATE 08P01). Its own log says why. Check that PostgreSQL runs behind it.";
  return code === "database_unavailable"
    ? `PostgreSQL cannot do this now (SQLSTATE ${state}). Its own log says why. Try again when that is fixed.`
    : `PostgreSQL refused a statement (SQLSTATE ${state}). Its own log says which and why.`;
}

const full = "The disk is full. Make room, then try again.";
const readOnly =
  "The file or its folder is read-only. Check that its disk is not mounted read-only, and that it belongs to the user who runs this.";
const damaged =
  "The file is not a database, or it is damaged. Check the path. If it is right, restore a backup (npm run restore -- FILE).";

const held = "Another program is using the database. Wait until it has ended, then try again.";
const forbidden = (name: string) => `This user may not use ${name}. Run this as the user who owns it.`;

/** By the system's or SQLite's code; `name` is the file where it is known. */
const ofStorage: Record<string, (name: string) => string> = {
  EACCES: forbidden,
  EPERM: forbidden,
  EROFS: (name) => `${name} cannot be written: its disk is mounted for reading alone.`,
  ENOENT: (name) => `There is no ${name}.`,
  EEXIST: (name) => `${name} is a file where a folder is needed.`,
  ENOTDIR: (name) => `A part of the path ${name} is a file where a folder is needed.`,
  EISDIR: (name) => `${name} is a folder where a file is needed.`,
  ENOSPC: () => full,
  EDQUOT: () => full,
  EFBIG: () =>
    "The file cannot grow: the disk is full, or the file has reached its size limit (ulimit -f). Make room or raise the limit, then try again.",
  SQLITE_FULL: () => full,
  SQLITE_NOTADB: () => damaged,
  SQLITE_CORRUPT: () => damaged,
  SQLITE_IOERR: () => "The disk failed while the database was read or written. Look at the system's log.",
  SQLITE_BUSY: () => held,
};

const cannotOpen = /Unable to open connection to local database/;

/** For what SQLite tells only in words. */
const bySentence: [RegExp, string][] = [
  [/readonly database/, readOnly],
  [/database is locked/, held],
  [
    cannotOpen,
    "The database file cannot be opened. Check that it is a file, and that it belongs to the user who runs this.",
  ],
];

export function isNoDatabase(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = "", message } = error as NodeJS.ErrnoException;
  return ["SQLITE_NOTADB", "SQLITE_CORRUPT"].includes(code) || cannotOpen.test(message);
}

function explainStorage(error: Error): string | undefined {
  const { code = "", path } = error as NodeJS.ErrnoException;
  // SQLite says more behind the kind, such as SQLITE_IOERR_FSYNC.
  const kind = [code, code.split("_", 2).join("_")].find((each) => Object.hasOwn(ofStorage, each));
  const known = kind === undefined ? undefined : ofStorage[kind];
  return known?.(path ?? "the file") ?? bySentence.find(([words]) => words.test(error.message))?.[1];
}
