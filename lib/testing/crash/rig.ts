import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Transfer } from "#lib/contract/api";
import { testKey } from "../faulty-service";
import { goodTransfer } from "../inputs";
import { ownerVariables, signInOwner } from "../owner";
import { dashboardServer, freePort, root, type ServerProcess, spawnProcess } from "../server-process";
import { type CountingService, startCountingService } from "./service";
import { startWatcher, type Watcher } from "./watcher";

/** A transfer that is asked for under one key, however often. */
export type Order = { key: string; accountNumber: string };
/** An answer of the dashboard; `undefined` where the connection ended without one. */
export type Reply = { status: number; body: Transfer & { transferId?: string } } | undefined;

/** The production build as a process of its own, a misbehaving service, and a database file that outlives both. */
export type CrashRig = {
  service: CountingService;
  databaseFile: string;
  /** Starts the server's process on the data and waits for nothing. */
  spawn: () => ServerProcess;
  /** Starts the server and waits until it answers. */
  start: () => Promise<void>;
  /** The process of the server that was started last. */
  server: () => ServerProcess;
  /** A watcher of the database, to be killed with the server. */
  watch: () => Promise<Watcher>;
  newOrder: () => Order;
  /** Asks for the transfer, as a browser does that keeps its key. */
  submit: (order: Order) => Promise<Reply>;
  /** Sends a request to the dashboard. */
  send: (method: string, url: string, body?: object, headers?: Record<string, string>) => Promise<Reply>;
  /** What `npm run verify-ledger` says, and whether it found no difference. */
  verify: () => Promise<{ isRight: boolean; words: string }>;
  close: () => Promise<void>;
};

const replyLimitMs = 20_000;

/** Makes a rig with no database yet, on a service of its own or a shared one. The production build must be there. */
export async function openRig(shared?: CountingService): Promise<CrashRig> {
  const folder = mkdtempSync(join(tmpdir(), "crash-"));
  const databaseFile = join(folder, "dashboard.db");
  const service = shared ?? (await startCountingService());
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const own = dashboardServer(port);
  const variables = {
    DATABASE_URL: `file:${databaseFile}`,
    OFFRAMP_BASE_URL: service.baseUrl,
    OFFRAMP_API_KEY: testKey,
    OFFRAMP_TIMEOUT_MS: "10000",
    APP_URL: url,
    LOG_LEVEL: "error",
    ...ownerVariables,
    ...own.variables,
  };
  let session: string | undefined;
  let server: ServerProcess | undefined;
  let orders = 0;
  const current = () => {
    if (server === undefined) throw new Error("No server was started.");
    return server;
  };
  const spawn = () => {
    server = spawnProcess(own.args, variables);
    return server;
  };
  const send: CrashRig["send"] = async (method, path, body, headers = {}) => {
    // The session stands in the database, so it outlives the servers.
    session ??= await signInOwner(url).catch(() => undefined);
    const cookie = `session=${session ?? ""}`;
    return request(new URL(path, url), method, body, { origin: url, cookie, ...headers });
  };
  return {
    service,
    databaseFile,
    spawn,
    start: async () => {
      const { answersAt, output } = spawn();
      // The list of banks is kept by the server: a submission then reads the quote and the business only.
      if (!(await answersAt(`${url}/login`))) throw new Error(`The server did not start:\n${output()}`);
      await send("GET", "/api/banks");
    },
    server: current,
    watch: () => startWatcher(databaseFile),
    newOrder: () => ({ key: randomUUID(), accountNumber: `${3_000_000_000 + orders++}` }),
    submit: ({ key, accountNumber }) =>
      send("POST", "/api/transfers", { ...goodTransfer, accountNumber }, { "idempotency-key": key }),
    send,
    verify: () => verifyLedger(databaseFile),
    close: async () => {
      server?.kill();
      await server?.ended;
      if (shared === undefined) await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function request(url: URL, method: string, body: object | undefined, headers: Record<string, string>) {
  try {
    const answer = await fetch(url, {
      method,
      headers: { "content-type": "application/json", ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(replyLimitMs),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? {} : JSON.parse(text) };
  } catch {
    return undefined;
  }
}

async function verifyLedger(databaseFile: string): Promise<{ isRight: boolean; words: string }> {
  const args = ["--conditions=react-server", "--import", "tsx", join(root, "lib/commands/verify-ledger.ts")];
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: `file:${databaseFile}`,
    NODE_ENV: "production" as const,
  };
  return promisify(execFile)(process.execPath, args, { cwd: root, env }).then(
    ({ stdout }) => ({ isRight: true, words: stdout.trim() }),
    (error: { stdout?: string; stderr?: string }) => ({
      isRight: false,
      words: `${error.stdout ?? ""}${error.stderr ?? ""}`.trim(),
    }),
  );
}
