import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { attachDatabase } from "#lib/server/database/db";
import type { Db } from "#lib/server/tables/schema";
import { settingOf } from "#lib/testing/database/database-setting";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { type CommandResult, verifyByCommands } from "#lib/testing/servers/command";
import { type ProductionServer, productionServer, type Reply } from "#lib/testing/servers/production-server";
import type { ServerProcess } from "#lib/testing/servers/server-process";
import { ownerSession } from "#lib/testing/sign-in/owner";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import type { CrashDatabase, Engine } from "./crash-database";
import { type CountingService, startCountingService } from "./service";

/** A transfer that is asked for under one key, however often. */
export type Order = { key: string; accountNumber: string; replaces?: string | undefined };

/** The steps that the server itself can tell; see `kill-inside.mjs`. */
export type CrashStep =
  | "kept"
  | "applying"
  | "covering"
  | "applied"
  | "asking"
  | "asked"
  | "approving"
  | "releasing"
  | "approved"
  | "ruling"
  | "ruled"
  | "importing"
  | "imported"
  | "agreeing"
  | "agreed"
  | "leased"
  | "intending"
  | "intended"
  | "claimed"
  | "funding"
  | "filing"
  | "funded"
  | "bringing"
  | "brought"
  | "matching"
  | "matched"
  | "moving"
  | "moved"
  | "taking"
  | "closing"
  | "closed";

/** The production build as a process of its own, a misbehaving service, and a database that outlives both. */
export type CrashRig = {
  service: CountingService;
  database: CrashDatabase;
  /** Starts the server's process on the data and waits for nothing. */
  spawn: () => ServerProcess;
  /** Starts the server and waits until it answers. */
  start: () => Promise<void>;
  /** The process of the server that was started last. */
  server: () => ServerProcess;
  /** Has the server die by SIGKILL as soon as it comes to that step. Resolves once it is ready to. */
  killAt: (step: CrashStep) => Promise<void>;
  /** Cookies of three people of finance, who may approve now. */
  approvers: () => Promise<readonly string[]>;
  /** Changes the data behind the server's back; `?` stands for the next value. */
  write: (query: string, ...values: string[]) => Promise<void>;
  /** Uses a connection of its own to the database. */
  within: <Result>(use: (ledger: Db) => Promise<Result>) => Promise<Result>;
  newOrder: () => Order;
  /** Asks for the transfer, as a browser does that keeps its key. */
  submit: (order: Order) => Promise<Reply>;
  /** Sends a request to the dashboard. */
  send: ProductionServer["send"];
  /** What `npm run verify-ledger` and `npm run verify-audit` say, and whether they found nothing. */
  verify: () => Promise<CommandResult>;
  /** Another rig, on a database that is still empty, with this one's service. */
  fresh: () => Promise<CrashRig>;
  close: () => Promise<void>;
};

/** Makes a rig with an empty database, on a service of its own or a shared one. The production build must be there. */
export async function openRig(engine: Engine, shared?: CountingService): Promise<CrashRig> {
  const database = await engine.newDatabase();
  const service = shared ?? (await startCountingService());
  const folder = mkdtempSync(join(tmpdir(), "crash-step-"));
  const stepFile = join(folder, "step");
  const server = await productionServer(database.url, service.baseUrl, {
    NODE_OPTIONS: `--import=${new URL("kill-inside.mjs", import.meta.url).href}`,
    STEP_FILE: stepFile,
    CONTROL_HOLD_HOURS: "0",
  });
  // It stands in the database, so it outlives the servers.
  const session = ownerSession();
  const approvers: Approver[] = [];
  let orders = 0;
  const within: CrashRig["within"] = async (use) => {
    const ledger = await attachDatabase(settingOf(database.url));
    return use(ledger).finally(() => ledger.destroy());
  };
  const send: CrashRig["send"] = (method, path, body, headers = {}) =>
    server.send(method, path, body, { cookie: session.cookie(), ...headers });
  return {
    service,
    database,
    spawn: server.spawn,
    start: async () => {
      await server.start();
      await session.renew(server.url);
      // The list of banks is kept by the server: a submission then reads the quote and the business only.
      await send("GET", "/api/banks");
    },
    server: server.process,
    killAt: async (step) => {
      writeFileSync(stepFile, step);
      process.kill(server.process().pid, "SIGUSR2");
      while (existsSync(stepFile)) await setTimeout(5);
    },
    newOrder: () => ({ key: randomUUID(), accountNumber: `${3_000_000_000 + orders++}` }),
    approvers: () => within((ledger) => sessionsOf(ledger, approvers)),
    within,
    write: async (query, ...values) => {
      const parts = query.split("?");
      const text = sql.join(
        parts.flatMap((part, at) => [sql.raw(part), ...(at < values.length ? [sql.value(values[at])] : [])]),
        sql.raw(""),
      );
      await within((ledger) => text.execute(ledger));
    },
    submit: ({ key, accountNumber, replaces }) =>
      send(
        "POST",
        "/api/transfers",
        { ...goodTransfer, accountNumber, ...(replaces !== undefined && { replaces }) },
        { "idempotency-key": key },
      ),
    send,
    verify: () => verifyByCommands(database.url),
    fresh: () => openRig(engine, service),
    close: async () => {
      server.process().kill();
      await server.process().ended;
      if (shared === undefined) await service.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Approver = Awaited<ReturnType<typeof writeSession>>;

/** One is away, and two are still there: rules that fewer could meet are refused. */
const approversCount = 3;

/** Makes them once; they have just confirmed that it is them. */
async function sessionsOf(ledger: Db, made: Approver[]): Promise<readonly string[]> {
  while (made.length < approversCount)
    made.push(await writeSession(ledger, testSecret, { role: "finance", hasSecondFactor: true }));
  const at = new Date().toISOString();
  const ids = made.map(({ sessionId }) => sessionId);
  await ledger
    .updateTable("sessions")
    .set({ confirmed_at: at, last_seen_at: at })
    .where("id", "in", ids)
    .execute();
  return made.map(({ cookie }) => cookie);
}
