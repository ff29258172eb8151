import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import type { ProblemJson } from "#lib/contract/problem";
import { openDatabase } from "#lib/server/database/db";
import { settingOf } from "#lib/testing/database/database-setting";
import type { TestDatabase } from "#lib/testing/database/new-database";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import type { FaultyService } from "#lib/testing/service/faulty-service";
import { testKey } from "#lib/testing/service/faulty-service";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import { temporaryFolder } from "#lib/testing/temporary-folder";
import { scriptArgs } from "./script";
import { freePort, type ServerProcess, spawnProcess } from "./server-process";

/** A reply; `problem` is its body read as an error. */
type Reply = { status: number; headers: Headers; body: TransferWithEvents; problem: ProblemJson };

/** A server process over a database that others use as well. */
export type Instance = {
  url: string;
  process: ServerProcess;
  /** Waits until it answers. Throws with its output when it ends. */
  answers: () => Promise<void>;
  /** Asks for a transfer under a key. */
  submit: (key: string, change?: Partial<typeof goodTransfer & { confirmAmount: boolean }>) => Promise<Reply>;
  find: (id: string) => Promise<Reply>;
  list: () => Promise<{ status: number; items: Transfer[] }>;
  /** A page of its own origin asks for something. */
  ask: (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<Response>;
};

/** Signs an admin in who may use every server on a database. Gives the cookie. */
export async function signInTo({ setting }: TestDatabase): Promise<string> {
  const ledger = await openDatabase(setting);
  const { cookie } = await writeSession(ledger, testSecret);
  await ledger.destroy();
  return cookie;
}

/**
 * Starts a server process with the given service and database, for whoever has the cookie, and waits for nothing. It
 * ends with the test. `tree`: where its sources are.
 */
export async function spawnInstance(
  service: FaultyService,
  databaseUrl: string,
  cookie = "",
  variables: Record<string, string> = {},
  tree?: string,
): Promise<Instance> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawnProcess([...scriptArgs("lib/testing/servers/instance.ts", tree), `${port}`], {
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: testSecret,
    ...(settingOf(databaseUrl).kind === "postgres" && { ANSWERS_FOLDER: join(temporaryFolder(), "answers") }),
    OFFRAMP_BASE_URL: service.baseUrl,
    OFFRAMP_API_KEY: testKey,
    ...variables,
  });
  onTestFinished(async () => {
    server.kill();
    await server.ended;
  });
  const ask: Instance["ask"] = (method, path, body, headers = {}) =>
    fetch(new URL(path, url), {
      method,
      headers: { origin: url, cookie, "content-type": "application/json", ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    });
  const read = async (answering: Promise<Response>): Promise<Reply> => {
    const answer = await answering;
    const json: unknown = await answer.json();
    const { status, headers } = answer;
    return { status, headers, body: json as Reply["body"], problem: json as ProblemJson };
  };
  return {
    url,
    process: server,
    ask,
    answers: async () => {
      if (!(await server.answersAt(`${url}/api/banks`))) throw new Error(server.output());
    },
    submit: (key, change = {}) =>
      read(ask("POST", "/api/transfers", { ...goodTransfer, ...change }, { "idempotency-key": key })),
    find: (id) => read(ask("GET", `/api/transfers/${id}`)),
    list: async () => {
      const answer = await ask("GET", "/api/transfers");
      return { status: answer.status, items: ((await answer.json()) as { items: Transfer[] }).items };
    },
  };
}
