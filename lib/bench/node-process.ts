import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { memoryLimits } from "#lib/front/memory-limits.mjs";
import { root } from "#lib/testing/servers/server-process";
import { ownerVariables } from "#lib/testing/sign-in/owner";

/** As the server loads its sources, and with the memory that the server has. */
const flags = [...memoryLimits, "--conditions=react-server", "--import", "tsx"];

function optionsFor(databaseUrl: string) {
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, ...ownerVariables, DATABASE_URL: databaseUrl, LOG_LEVEL: "error" };
  return { cwd: root, env: { ...env, NODE_ENV: "production" as const } };
}

/** Runs a program on a database. Gives what it prints, read as JSON. */
export async function runProgram<Result>(url: URL, databaseUrl: string, args: string[]): Promise<Result> {
  const options = { ...optionsFor(databaseUrl), maxBuffer: 64_000_000 };
  const all = [...flags, fileURLToPath(url), ...args];
  const { stdout } = await promisify(execFile)(process.execPath, all, options);
  return JSON.parse(stdout) as Result;
}

/** A program that answers one question after the other. */
export type Asked<Question, Answer> = { ask: (question: Question) => Promise<Answer>; end: () => void };

/** Starts a program on a database that says with a message that it is ready, and then answers each message with one. */
export async function startAsked<Question extends string, Ready, Answer>(
  url: URL,
  databaseUrl: string,
): Promise<Asked<Question, Answer> & { ready: Ready }> {
  const child: ChildProcess = fork(fileURLToPath(url), { ...optionsFor(databaseUrl), execArgv: flags });
  const isGone = gone(child);
  const next = async () => {
    const heard = new Promise((resolve) => child.once("message", resolve));
    return Promise.race([heard, isGone]);
  };
  const ready = (await next()) as Ready;
  const ask = async (question: Question) => {
    const answered = next();
    child.send(question);
    return (await answered) as Answer;
  };
  return { ready, ask, end: () => child.kill() };
}

async function gone(child: ChildProcess): Promise<never> {
  const [code] = await once(child, "exit");
  throw new Error(`A program of the measurement ended with ${code}.`);
}
