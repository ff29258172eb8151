import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProblemJson } from "#lib/problem";
import type { Role } from "#lib/roles";
import { authSecret } from "#lib/server/auth/secret";
import { db } from "#lib/server/db";
import { once } from "#lib/server/once";
import { writeSession } from "./sessions";

/** The handlers of /api in this process, over a real database file and a real service. */
export type TestDashboard = {
  /** Sends a request to a handler as a browser's page would. */
  send: <Body = unknown>(method: string, path: string, options?: SendOptions) => Promise<Reply<Body>>;
  databaseFile: string;
  /** Closes the database and opens it again, as a restart of the server does. */
  restart: () => Promise<void>;
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
const unlimited = { QUOTES_PER_MINUTE: "1000000", TRANSFERS_PER_MINUTE: "1000000" };

/** The cookie of a person of a role, who is made at the first use of a database. */
async function cookieOf(role: Role): Promise<string> {
  const cookies = once("test-cookies", () => new Map<Role, Promise<string>>());
  const made =
    cookies.get(role) ??
    db().then(async (ledger) => (await writeSession(ledger, authSecret(), { role })).cookie);
  cookies.set(role, made);
  return made;
}

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** Starts it with the given variables of the environment. */
export async function startDashboard(variables: Record<string, string>): Promise<TestDashboard> {
  const folder = mkdtempSync(join(tmpdir(), "dashboard-"));
  const databaseFile = join(folder, "data", "dashboard.db");
  const before = { ...process.env };
  const own = { DATABASE_URL: `file:${databaseFile}`, LOG_LEVEL: "silent", ...unlimited };
  Object.assign(process.env, own, variables);
  await forget();
  return {
    databaseFile,
    send: async <Body>(method: string, path: string, options: SendOptions = {}) => {
      const url = new URL(path, origin);
      const { handler, params } = await findHandler(url.pathname, method);
      const body = options.rawBody ?? (options.body === undefined ? null : JSON.stringify(options.body));
      const { as = "admin" } = options;
      const headers = {
        host: url.host,
        origin,
        ...(as === "nobody" ? {} : { cookie: await cookieOf(as) }),
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
  for (const [pattern, load] of routes) {
    const match = pattern.exec(path);
    const handler = match === null ? undefined : ((await load()) as Record<string, Handler>)[method];
    if (handler === undefined) continue;
    const params = Object.entries(match?.groups ?? {}).map(([name, value]) => [
      name,
      decodeURIComponent(value),
    ]);
    return { handler, params: Object.fromEntries(params) };
  }
  throw new Error(`No handler for ${method} ${path}`);
}

const routes: [RegExp, () => Promise<unknown>][] = [
  [/^\/api\/business$/, () => import("../../app/api/business/route")],
  [/^\/api\/banks$/, () => import("../../app/api/banks/route")],
  [/^\/api\/quote$/, () => import("../../app/api/quote/route")],
  [/^\/api\/attention\/counts$/, () => import("../../app/api/attention/counts/route")],
  [/^\/api\/attention$/, () => import("../../app/api/attention/route")],
  [/^\/api\/audit\/verification$/, () => import("../../app/api/audit/verification/route")],
  [/^\/api\/audit$/, () => import("../../app/api/audit/route")],
  [/^\/api\/transfers$/, () => import("../../app/api/transfers/route")],
  [
    /^\/api\/transfers\/(?<id>[^/]+)\/resolution$/,
    () => import("../../app/api/transfers/[id]/resolution/route"),
  ],
  [/^\/api\/transfers\/(?<id>[^/]+)\/notes$/, () => import("../../app/api/transfers/[id]/notes/route")],
  [/^\/api\/transfers\/(?<id>.+)$/, () => import("../../app/api/transfers/[id]/route")],
  [/^\/api\/callbacks\/(?<token>.+)$/, () => import("../../app/api/callbacks/[token]/route")],
];
