import { once as onceEmitted } from "node:events";
import { Worker } from "node:worker_threads";
import { passwordFault } from "#lib/contract/password";
import { Problem } from "#lib/contract/problem";
import { once } from "#lib/server/config/once";

/**
 * Invariant: no password that is guessed early: leaked passwords, common words, names, dates and rows of keys are refused at
 * any length. A thread of its own judges one at a time, within a time limit.
 */

/** Required guesses as a power of ten: all of the 3,000 most common long passwords have fewer. */
export const leastGuessesLog10 = 12;
/** Only the beginning is estimated, since the time grows faster than the text. */
export const mostEstimated = 40;
const mostKnown = 254;
/** A hostile password takes a second or two; more means an overloaded machine. */
export const judgeLimitMs = 20_000;
/** The thread's tables take 15 MB and a moment to load, and are rarely needed. */
const keptMs = 10_000;
/** How many passwords are judged or wait for it. */
export const mostJudged = 5;

/**
 * Returns the sentence for an unusable password, or `undefined`. `known`: words that others know of its owner. Throws
 * `busy`. Ask it only for somebody who may set a password.
 */
export async function newPasswordFault(
  password: string,
  known: readonly string[],
): Promise<string | undefined> {
  const fault = passwordFault(password, known);
  if (fault !== undefined) return fault;
  const beginning = [...password].slice(0, mostEstimated).join("");
  const words = known.map((word) => word.slice(0, mostKnown));
  return (await judgeInTurn(beginning, words)) < leastGuessesLog10
    ? "This is a common password, or is made of common passwords. Use several words in an order that only you would choose."
    : undefined;
}

type Judge = {
  /** How many are judged or wait, and the promise that the next one follows. */
  length: number;
  last: Promise<unknown>;
  thread?: Worker | undefined;
  idle?: NodeJS.Timeout | undefined;
};

async function judgeInTurn(password: string, known: readonly string[]): Promise<number> {
  const judge = once("password-judge", (): Judge => ({ length: 0, last: Promise.resolve() }));
  if (judge.length >= mostJudged) throw tooBusy();
  judge.length += 1;
  const judged = judge.last.then(() => ask(judge, { password, known }));
  judge.last = judged.catch(() => undefined);
  return judged.finally(() => {
    judge.length -= 1;
  });
}

async function ask(judge: Judge, question: { password: string; known: readonly string[] }): Promise<number> {
  clearTimeout(judge.idle);
  judge.thread ??= startThread(judge);
  const { thread } = judge;
  const end = () => {
    judge.thread = undefined;
    void thread.terminate();
  };
  try {
    thread.ref();
    thread.postMessage(question);
    const [guessesLog10] = await onceEmitted(thread, "message", {
      signal: AbortSignal.timeout(judgeLimitMs),
    });
    thread.unref();
    judge.idle = setTimeout(end, keptMs).unref();
    return Number(guessesLog10);
  } catch (cause) {
    end();
    throw cause instanceof Error && cause.name === "AbortError" ? tooBusy() : cause;
  }
}

function startThread(judge: Judge): Worker {
  // The process' own options are not for the thread: a loader of the tests, a heap limit.
  const thread = new Worker(new URL("./password-judge.mjs", import.meta.url), { execArgv: [] });
  // While it rests or is ended nobody waits for it: an error that nobody hears would be thrown in the server.
  thread.on("error", () => undefined);
  thread.once("exit", () => {
    if (judge.thread === thread) judge.thread = undefined;
  });
  return thread;
}

function tooBusy(): Problem {
  const detail = "The password could not be checked in time. Nothing was changed. Try again in a moment.";
  return new Problem("busy", detail, { retryAfterSeconds: 5 });
}
