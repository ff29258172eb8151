import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  dashboardServer,
  freePort,
  root,
  type ServerProcess,
  startProcess,
} from "#lib/testing/servers/server-process";
import { ownerVariables, signInOwner } from "#lib/testing/sign-in/owner";

/** A server of a measurement. */
export type Server = { url: string; process: ServerProcess };

/** The service that answers at once. */
export async function startService(): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = fileURLToPath(new URL("service-process.mjs", import.meta.url));
  return { url, process: await startProcess([program, `${port}`], {}, `${url}/api/v1/me`) };
}

/** The dashboard of the production build against a service; `cookie` is that of its owner, who is signed in. */
export async function startDashboard(
  serviceUrl: string,
  databaseUrl: string,
): Promise<Server & { cookie: string; firstAnswerMs: number }> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const { args, variables } = dashboardServer(port);
  const own = { OFFRAMP_BASE_URL: serviceUrl, OFFRAMP_API_KEY: "bench-key", DATABASE_URL: databaseUrl };
  const start = performance.now();
  const process = await startProcess(
    args,
    { ...ownerVariables, ...variables, ...own, LOG_LEVEL: "error" },
    `${url}/login`,
  );
  const firstAnswerMs = performance.now() - start;
  return { url, process, cookie: `session=${await signInOwner(url)}`, firstAnswerMs };
}

/** Measures a dashboard of its own against a service of its own, given the memory that it has at rest; ends both. */
export async function onDashboard(
  databaseUrl: string,
  work: (
    dashboard: Awaited<ReturnType<typeof startDashboard>>,
    rest: ReturnType<typeof memoryOf>,
  ) => Promise<void>,
): Promise<void> {
  const service = await startService();
  try {
    const dashboard = await startDashboard(service.url, databaseUrl);
    try {
      const rest = memoryOf(dashboard.process.pid);
      forgetMostMemory(dashboard.process.pid);
      await work(dashboard, rest);
    } finally {
      await dashboard.process.stop();
    }
  } finally {
    await service.process.stop();
  }
}

/** Forgets how much memory a process had at the most until now: a start needs more than what comes after it. */
function forgetMostMemory(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
  } catch {
    // Where the system has no such file, the start counts as well.
  }
}

/** How much memory a process has now and had at the most, in megabytes; `undefined` where the system does not tell. */
export function memoryOf(pid: number): { now: number; most: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const read = (name: string) =>
      Math.round(Number.parseInt(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? "0", 10) / 1024);
    return { now: read("VmRSS"), most: read("VmHWM") };
  } catch {
    return undefined;
  }
}

/**
 * A server of the same framework that checks the input and forwards it with the framework's fetch, and nothing else: what
 * anybody would write first. It is built in a folder that is thrown away.
 */
export async function startBareHandler(serviceUrl: string): Promise<Server & { remove: () => void }> {
  mkdirSync(join(root, "test-results"), { recursive: true });
  const folder = mkdtempSync(join(root, "test-results/bare-handler-"));
  const files: Record<string, string> = {
    "package.json": '{ "private": true, "type": "module" }',
    "next.config.mjs": `export default { turbopack: { root: ${JSON.stringify(root)} } };`,
    "app/layout.jsx": "export default ({ children }) => <html><body>{children}</body></html>;",
    "app/page.jsx": "export default () => null;",
    "app/empty/page.jsx": 'export const dynamic = "force-dynamic"; export default () => null;',
    "app/linked/page.jsx":
      'import Link from "next/link"; export default () => <main><h1>From</h1><Link href="/reached">Go</Link></main>;',
    "app/reached/page.jsx":
      'export const dynamic = "force-dynamic"; export default () => <main><h1>Reached</h1></main>;',
    "app/api/quote/route.js": `import * as z from "zod";
      const Input = z.object({ amount: z.string().regex(/^\\d+(\\.\\d+)?$/), asset: z.string().min(1) });
      export async function POST(request) {
        const input = Input.safeParse(await request.json());
        if (!input.success) return Response.json({ error: "invalid" }, { status: 422 });
        const { amount, asset } = input.data;
        const answer = await fetch("${serviceUrl}/api/v1/transfers/quote", {
          method: "POST", headers: { "content-type": "application/json", "x-api-key": "bench-key" },
          body: JSON.stringify({ amount: Number(amount), asset, currency: "NGN", country: "NG", channel: "BANK" }) });
        return Response.json(await answer.json());
      }`,
    "app/api/banks/route.js": forward(`${serviceUrl}/api/v1/utils/banks?country=NG`),
    "app/api/business/route.js": forward(`${serviceUrl}/api/v1/me`),
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const next = join(root, "node_modules/next/dist/bin/next");
  const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  execFileSync(process.execPath, [next, "build", folder], { cwd: folder, env, stdio: "pipe" });
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = await startProcess(
    [next, "start", folder, "-H", "localhost", "-p", `${port}`],
    {},
    `${url}/api/business`,
  );
  return { url, process: server, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function forward(address: string): string {
  return `export async function GET(request) {
    const country = new URL(request.url).searchParams.get("country") ?? "NG";
    if (country !== "NG") return Response.json({ error: "invalid" }, { status: 400 });
    const answer = await fetch("${address}", { headers: { "x-api-key": "bench-key" }, cache: "no-store" });
    return Response.json(await answer.json());
  }`;
}
