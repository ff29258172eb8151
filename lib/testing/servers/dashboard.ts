import "#lib/features/all/index";
import { AsyncLocalStorage } from "node:async_hooks";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProblemJson } from "#lib/contract/problem";
import type { Role } from "#lib/contract/roles";
import { verifyAudit } from "#lib/server/audit/verify-audit";
import { applierRests } from "#lib/server/callbacks/callback-applier";
import { rereadCallbacks } from "#lib/server/callbacks/reread-callbacks";
import { once } from "#lib/server/config/once";
import { db } from "#lib/server/database/db";
import { refillStandings } from "#lib/server/ledger/refill-standings";
import { verifyLedger } from "#lib/server/verify/verify-ledger";
import { newMigratedDatabase } from "#lib/testing/database/database";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import { answerRequest } from "./handlers";

/** The handlers of /api in this process, over a real database and a real service. */
export type TestDashboard = {
  /** Sends a request to a handler as a browser's page would. */
  send: <Body = unknown>(method: string, path: string, options?: SendOptions) => Promise<Reply<Body>>;
  /** Closes the database and opens it again, as a restart of the server does. */
  restart: () => Promise<void>;
  /** Says that the test changes data behind the dashboard's back, so that they need not hold at its end. */
  spoil: () => void;
  /** Ends it. Throws unless its audit log is one whole chain, and each status what its events say. */
  close: () => Promise<void>;
};
/** What a request carries. */
export type SendOptions = {
  body?: unknown;
  rawBody?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  /** Who sends it: somebody of this role, an admin unless said otherwise, or nobody. */
  as?: Role | "nobody";
};
/** A reply; `problem` is its body read as an error. */
type Reply<Body> = { status: number; headers: Headers; body: Body; problem: ProblemJson };

const origin = "http://localhost:3000";
/** One person of a test asks for more than a real one. */
const unlimited = {
  QUOTES_PER_MINUTE: "1000000",
  TRANSFERS_PER_MINUTE: "1000000",
  READS_PER_MINUTE: "1000000",
  WRITES_PER_MINUTE: "1000000",
};

/** The cookie of a person of a role, who is made at the first use of a database. */
async function cookieOf(role: Role): Promise<string> {
  const cookies = once("test-cookies", () => new Map<Role, Promise<string>>());
  const made =
    cookies.get(role) ??
    db().then(async (ledger) => (await writeSession(ledger, testSecret, { role })).cookie);
  cookies.set(role, made);
  return made;
}

/** Starts it with the given variables of the environment, on a database of its own below a folder. */
export async function startDashboard(
  variables: Record<string, string>,
  parent = tmpdir(),
): Promise<TestDashboard> {
  const folder = mkdtempSync(join(parent, "dashboard-"));
  const database = await newMigratedDatabase(join(folder, "data", "dashboard.db"));
  const before = { ...process.env };
  const own = { DATABASE_URL: database.url, LOG_LEVEL: "silent", AUTH_SECRET: testSecret, ...unlimited };
  const answers = {
    ANSWERS_FOLDER: join(folder, "data", "answers"),
    SANDBOX_DATABASE: join(folder, "data", "sandbox.db"),
  };
  Object.assign(process.env, own, answers, variables);
  await forget();
  // As a start does: what is stored is as it is read now.
  await rereadCallbacks(await db());
  // From now on the end compares what is stored of each standing.
  await refillStandings(await db());
  let isSpoiled = false;
  return {
    send: async <Body>(method: string, path: string, options: SendOptions = {}) => {
      const url = new URL(path, origin);
      const body = options.rawBody ?? (options.body === undefined ? null : JSON.stringify(options.body));
      const { as = "admin" } = options;
      const headers = {
        host: url.host,
        origin,
        ...(as === "nobody" ? {} : { cookie: await cookieOf(as) }),
        ...(body === null ? {} : { "content-type": "application/json" }),
        ...options.headers,
      };
      const answer = await answerRequest(new Request(url, { method, body, headers }));
      // What a callback says is read by the test as soon as it is answered.
      await applierRests();
      const json: unknown = await answer.json().catch(() => undefined);
      return {
        status: answer.status,
        headers: answer.headers,
        body: json as Body,
        problem: json as ProblemJson,
      };
    },
    restart: forget,
    spoil: () => {
      isSpoiled = true;
    },
    close: async () => {
      const faults = isSpoiled ? [] : await faultsOfData();
      await forget();
      process.env = before;
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
      if (faults.length > 0) throw new Error(`The test left data that do not hold: ${faults.join("; ")}`);
    },
  };
}

/** What the two commands that verify the data would name. */
async function faultsOfData(): Promise<string[]> {
  const ledger = await db();
  const { fault } = await verifyAudit(ledger);
  const { differences } = await verifyLedger(ledger);
  return [...(fault === null ? [] : [fault.text]), ...differences.map((each) => JSON.stringify(each))];
}

/** Drops everything that the process holds in memory, closing what is open: the test files of a worker share one process. */
export async function forget(): Promise<void> {
  await applierRests();
  const holder = globalThis as { offrampDashboard?: Map<string, unknown> };
  const opened = holder.offrampDashboard?.get("db") as
    | { opened?: Promise<{ destroy: () => Promise<void> }> }
    | undefined;
  const sandbox = holder.offrampDashboard?.get("sandbox") as Promise<{ close: () => void }> | undefined;
  // Node tells each one that was ever used of every promise, for as long as the process lives.
  for (const kept of holder.offrampDashboard?.values() ?? [])
    if (kept instanceof AsyncLocalStorage) kept.disable();
  delete holder.offrampDashboard;
  await (await opened?.opened)?.destroy();
  (await sandbox)?.close();
}
