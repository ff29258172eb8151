import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  dashboardServer,
  freePort,
  type ServerProcess,
  startProcess,
} from "#lib/testing/servers/server-process";
import { ownerVariables, signInOwner } from "#lib/testing/sign-in/owner";
import { copyPrepared } from "./prepared";

const sessionCookie = {
  name: "session",
  domain: "localhost",
  path: "/",
  expires: -1,
  httpOnly: true,
  secure: false,
  sameSite: "Lax" as const,
};

type Variables = Record<string, string>;

/** The production build, served by a process of its own over data of its own. */
export type Dashboard = {
  url: string;
  /** The value of the cookie of its owner's session. */
  session: string;
  /** What a browser holds in which the owner is signed in. */
  storageState: { cookies: (typeof sessionCookie & { value: string })[]; origins: [] };
  /** Where its data lies. */
  folder: string;
  /** All that its processes have written, those before a restart too. */
  output: () => string;
  /** Ends the process and starts another one on the same data and port, with these variables as well. */
  restart: (more?: Variables) => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Starts it with the given variables, which may depend on its address; without a key it runs on its own sandbox. A packed one has a home elsewhere. Its
 * data are a copy of the prepared ones, where there are some and no others are named.
 */
export async function startDashboard(
  given: Variables | ((url: string) => Variables) = {},
  home?: string,
): Promise<Dashboard> {
  const folder = mkdtempSync(join(tmpdir(), "dashboard-e2e-"));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const own = dashboardServer(port, home);
  const variables = typeof given === "function" ? given(url) : given;
  const env = {
    ...ownerVariables,
    ...own.variables,
    DATABASE_URL: `file:${join(folder, "dashboard.db")}`,
    SANDBOX_DATABASE: join(folder, "sandbox.db"),
    LOG_LEVEL: "debug",
    ...variables,
  };
  const start = (more: Variables = {}) =>
    startProcess(own.args, { ...env, ...more }, `${url}/healthz`, home === undefined ? undefined : folder);
  const prepared = variables.DATABASE_URL === undefined ? copyPrepared(folder) : undefined;
  const processes: ServerProcess[] = [await start()];
  const session = prepared ?? (await signInOwner(url));
  return {
    url,
    session,
    storageState: { cookies: [{ ...sessionCookie, value: session }], origins: [] },
    folder,
    output: () => processes.map(({ output }) => output()).join(""),
    restart: async (more) => {
      await processes.at(-1)?.stop();
      processes.push(await start(more));
    },
    stop: async () => {
      await processes.at(-1)?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
