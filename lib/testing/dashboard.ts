import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProblemJson } from "#lib/problem";

/** The handlers of /api in this process, over a real database file and a real service. */
export type TestDashboard = {
  /** Sends a request to a handler as a browser's page would. */
  send: <Body = unknown>(method: "GET" | "POST", path: string, options?: SendOptions) => Promise<Reply<Body>>;
  databaseFile: string;
  /** Closes the database and opens it again, as a restart of the server does. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
};
export type SendOptions = {
  body?: unknown;
  rawBody?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
};
/** A reply; `problem` is its body read as an error. */
export type Reply<Body> = { status: number; headers: Headers; body: Body; problem: ProblemJson };

const origin = "http://localhost:3000";

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** Starts it with the given variables of the environment. */
export async function startDashboard(variables: Record<string, string>): Promise<TestDashboard> {
  const folder = mkdtempSync(join(tmpdir(), "dashboard-"));
  const databaseFile = join(folder, "data", "dashboard.db");
  const before = { ...process.env };
  Object.assign(process.env, { DATABASE_URL: `file:${databaseFile}`, LOG_LEVEL: "silent", ...variables });
  await forget();
  return {
    databaseFile,
    send: async <Body>(method: "GET" | "POST", path: string, options: SendOptions = {}) => {
      const url = new URL(path, origin);
      const { handler, params } = await findHandler(url.pathname, method);
      const body = options.rawBody ?? (options.body === undefined ? null : JSON.stringify(options.body));
      const headers = {
        host: url.host,
        origin,
        ...(body === null ? {} : { "content-type": "application/json" }),
        ...options.headers,
      };
      const answer = await handler(new Request(url, { method, body, headers }), {
        params: Promise.resolve(params),
      });
      const json: unknown = await answer.json().catch(() => undefined);
      return {
        status: answer.status,
        headers: answer.headers,
        body: json as Body,
        problem: json as ProblemJson,
      };
    },
    restart: forget,
    close: async () => {
      await forget();
      process.env = before;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Drops everything that the process holds in memory, closing what is open. */
async function forget(): Promise<void> {
  const holder = globalThis as { offrampDashboard?: Map<string, unknown> };
  const opened = holder.offrampDashboard?.get("db") as
    | { opened?: Promise<{ destroy: () => Promise<void> }> }
    | undefined;
  const sandbox = holder.offrampDashboard?.get("sandbox") as { close: () => void } | undefined;
  delete holder.offrampDashboard;
  await (await opened?.opened)?.destroy();
  sandbox?.close();
}

async function findHandler(
  path: string,
  method: string,
): Promise<{ handler: Handler; params: Record<string, string> }> {
  const one = /^\/api\/transfers\/(.+)$/.exec(path);
  const module = one ? await import("../../app/api/transfers/[id]/route") : await routeModules[path]?.();
  const handler = (module as Record<string, Handler> | undefined)?.[method];
  if (handler === undefined) throw new Error(`No handler for ${method} ${path}`);
  return { handler, params: one ? { id: decodeURIComponent(one[1] ?? "") } : {} };
}

const routeModules: Record<string, () => Promise<unknown>> = {
  "/api/business": () => import("../../app/api/business/route"),
  "/api/banks": () => import("../../app/api/banks/route"),
  "/api/quote": () => import("../../app/api/quote/route"),
  "/api/transfers": () => import("../../app/api/transfers/route"),
};
