import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ProductionServer, productionServer } from "#lib/testing/servers/production-server";
import { startFaultyService } from "#lib/testing/service/faulty-service";
import { signInOwner } from "#lib/testing/sign-in/owner";

/** The production server of a proof, and what can be seen of it from outside. */
export type WatchedServer = {
  server: ProductionServer;
  port: number;
  cookie: string;
  /** The descriptors that its process holds. */
  descriptors: () => number;
  /** The lines of its output that tell of a failure. */
  errorLines: () => string[];
  /** How many milliseconds a healthy request takes; throws where it is not answered well. */
  ask: (path: string) => Promise<number>;
  close: () => Promise<void>;
};

const healthyLimitMs = 10_000;

/** Starts it on a new SQLite database, beside a service of its own. */
export async function startWatchedServer(variables: Record<string, string> = {}): Promise<WatchedServer> {
  const folder = mkdtempSync(join(tmpdir(), "door-"));
  const service = await startFaultyService();
  const server = await productionServer(`file:${join(folder, "dashboard.db")}`, service.baseUrl, {
    HOST: "127.0.0.1",
    LOG_LEVEL: "warn",
    // A connection on which nothing moves is ended as soon as among many.
    KEEP_ALIVE_SECONDS: "65",
    ...variables,
  });
  const { answersAt, output } = server.spawn();
  let isUp = false;
  // A machine that does much else needs more than one limit.
  for (let limit = 0; limit < 5 && !isUp; limit++) isUp = await answersAt(`${server.url}/healthz`);
  if (!isUp) throw new Error(`The server did not start:\n${output()}`);
  const port = Number(new URL(server.url).port);
  const cookie = await signInOwner(server.url);
  return {
    server,
    port,
    cookie,
    descriptors: () => readdirSync(`/proc/${server.process().pid}/fd`).length,
    errorLines: () =>
      server
        .process()
        .output()
        .split("\n")
        .filter((line) => line !== "" && !line.includes("Running next.config")),
    ask: (path) => askHealthy(port, path, cookie),
    close: async () => {
      await server.process().stop();
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** From an address and on a connection of its own. */
function askHealthy(port: number, path: string, cookie: string): Promise<number> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { host: `localhost:${port}`, cookie: `session=${cookie}` };
    const options = { host: "127.0.0.1", port, path, headers, agent: false, timeout: healthyLimitMs };
    const request = get(options, (response) => {
      response.resume();
      response.on("error", reject);
      response.on("end", () => {
        if (response.statusCode === 200) resolve(performance.now() - start);
        else reject(new Error(`${path} was answered ${response.statusCode}`));
      });
    });
    request.on("timeout", () => request.destroy(new Error(`${path} was not answered within 10 s`)));
    request.on("error", reject);
  });
}

/** What a process says of itself after it has tidied up; `process-probe.mjs` writes it. */
export type Figures = { rss: number; heap: number; delayMs: number };

/** The variables by which a server writes its figures into a file when it is asked. */
export function probeVariables(file: string): Record<string, string> {
  const probe = new URL("process-probe.mjs", import.meta.url).href;
  return { NODE_OPTIONS: `--expose-gc --import=${probe}`, PROBE_FILE: file };
}

/** Asks a server for its figures. Its event-loop delay is the 99th percentile since it was asked last. */
export async function figuresOf(pid: number, file: string): Promise<Figures> {
  rmSync(file, { force: true });
  process.kill(pid, "SIGUSR2");
  for (let attempt = 0; attempt < 400; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    try {
      return JSON.parse(readFileSync(file, "utf8")) as Figures;
    } catch {
      // It is not there yet, or not whole.
    }
  }
  throw new Error("The server said nothing of itself within 20 s.");
}
