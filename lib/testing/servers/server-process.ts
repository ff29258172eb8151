import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { memoryLimits } from "#lib/front/memory-limits.mjs";

/** The repository's folder. */
export const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A server in a process of its own. */
export type ServerProcess = {
  pid: number;
  /** All that it has written to stdout and stderr. */
  output: () => string;
  /** Whether the URL answers within the limit, whatever the status; false as soon as the process ends. */
  answersAt: (url: string) => Promise<boolean>;
  /** What it ended with; null while it runs, and where a signal ended it. */
  exitCode: () => number | null;
  /** Ends it by SIGTERM and waits as `ended` does. */
  stop: () => Promise<void>;
  /** Ends it by SIGKILL: none of its code runs any more when this returns. */
  kill: () => void;
  /** Resolves once it is gone and all of its output is there. */
  ended: Promise<void>;
};

/** No guesses about the machine. */
const startLimitMs = 60_000;
const stopLimitMs = 60_000;
const pollMs = 50;

/**
 * Starts node in a folder with the given arguments and nothing of this process's environment but what finds programs, and
 * waits until the URL answers, whatever the status. Throws with the output when it ends or stays silent.
 */
export async function startProcess(
  args: string[],
  variables: Record<string, string>,
  url: string,
  folder = root,
): Promise<ServerProcess> {
  const server = spawnProcess(args, variables, folder);
  if (await server.answersAt(url)) return server;
  await server.stop();
  throw new Error(`${args.join(" ")} did not answer at ${url}:\n${server.output()}`);
}

/** Starts node as `startProcess` does, below another program where one is given, and waits for nothing. */
export function spawnProcess(
  args: string[],
  variables: Record<string, string>,
  folder = root,
  below: readonly string[] = [],
): ServerProcess {
  const { PATH = "", HOME = "", TMPDIR = "/tmp" } = process.env;
  const env = { PATH, HOME, TMPDIR, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  const [program = "", ...rest] = [...below, process.execPath, ...args];
  const child = spawn(program, rest, {
    cwd: folder,
    env: { ...env, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const chunks: string[] = [];
  const ended = once(child, "close").then(() => undefined);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (chunk: string) => chunks.push(chunk));
  }
  return {
    pid: child.pid ?? 0,
    output: () => chunks.join(""),
    answersAt: (url) => answers(url, child),
    exitCode: () => child.exitCode,
    stop: () => endProcess(child, ended),
    kill: () => void child.kill("SIGKILL"),
    ended,
  };
}

async function answers(url: string, child: ChildProcess): Promise<boolean> {
  const end = Date.now() + startLimitMs;
  while (Date.now() < end && child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(startLimitMs) }).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => undefined);
    if (answer !== undefined) return true;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return false;
}

async function endProcess(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), stopLimitMs);
  await ended;
  clearTimeout(timer);
}

/** The server of the production build, or of a copy of it elsewhere, to be started on a port of this machine. */
export function dashboardServer(
  port: number,
  home = root,
): { args: string[]; variables: Record<string, string> } {
  return {
    args: [...memoryLimits, join(home, "lib/front/serve.mjs")],
    variables: { HOST: "localhost", PORT: `${port}` },
  };
}

/** Below those that systems hand out themselves: one of them could be a connection's before a server has started. */
const ports = { lowest: 15_000, highest: 30_000 };

/** A port that nothing listens on now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(ports.lowest, ports.highest);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
