import type { Transfer } from "#lib/contract/api";
import { testKey } from "#lib/testing/service/faulty-service";
import { ownerVariables } from "#lib/testing/sign-in/owner";
import { dashboardServer, freePort, root, type ServerProcess, spawnProcess } from "./server-process";

/** An answer of the dashboard; `undefined` where the connection ended without one. */
export type Reply = { status: number; body: Transfer & { transferId?: string; code?: string } } | undefined;

/** The production build on a port and a database that outlive its processes. */
export type ProductionServer = {
  url: string;
  /** Starts its process and waits for nothing. */
  spawn: () => ServerProcess;
  /** Starts its process and waits until it answers. Throws with its output when it does not. */
  start: () => Promise<void>;
  /** The process that was started last. Throws when there was none. */
  process: () => ServerProcess;
  /** Sends a request as a page of its own origin does. */
  send: (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<Reply>;
};

const replyLimitMs = 60_000;

/** Makes one that is not started yet. The production build must be there. `below`: a program that starts its process. */
export async function productionServer(
  databaseUrl: string,
  serviceUrl: string,
  changes: Record<string, string> = {},
  below: readonly string[] = [],
): Promise<ProductionServer> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const own = dashboardServer(port);
  const variables = {
    DATABASE_URL: databaseUrl,
    OFFRAMP_BASE_URL: serviceUrl,
    OFFRAMP_API_KEY: testKey,
    OFFRAMP_TIMEOUT_MS: "10000",
    APP_URL: url,
    LOG_LEVEL: "error",
    ...ownerVariables,
    ...own.variables,
    ...changes,
  };
  let server: ServerProcess | undefined;
  const spawn = () => {
    server = spawnProcess(own.args, variables, root, below);
    return server;
  };
  return {
    url,
    spawn,
    start: async () => {
      const { answersAt, output } = spawn();
      if (!(await answersAt(`${url}/healthz`))) throw new Error(`The server did not start:\n${output()}`);
    },
    process: () => {
      if (server === undefined) throw new Error("No server was started.");
      return server;
    },
    send: (method, path, body, headers = {}) =>
      request(new URL(path, url), method, body, { origin: url, ...headers }),
  };
}

async function request(
  url: URL,
  method: string,
  body: object | undefined,
  headers: Record<string, string>,
): Promise<Reply> {
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
