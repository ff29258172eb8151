import { once as onceEmitted } from "node:events";
import { Worker } from "node:worker_threads";
import Big from "big.js";
import { Problem } from "#lib/contract/problem";
import { once } from "#lib/server/config/once";
import {
  type Cell,
  type Grid,
  type Line,
  mostAbove,
  mostColumns,
  mostColumnsRead,
  withoutEmptyEnds,
} from "#lib/table/table";
import { saveAsCsv, tooMuch, unreadable } from "./unreadable";
import type { Answer, Question, StoredCell, StoredLine } from "./workbook-sheet.mjs";

/**
 * Invariant: a workbook, whatever it holds, takes a thread of its own for at most some seconds, with a limit of memory, one at
 * a time. The server itself never unpacks one.
 */

const mostMemoryMb = 128;
const mostMs = 10_000;
const mostWaiting = 3;
const mostUnpacked = 10 * 1024 * 1024;
/** A table that begins further down than this is somebody's mistake. */
const lastRow = 20_000;

type Queue = { length: number; last: Promise<unknown> };

/** Throws `unreadable_file`, `columns_unclear` where a sheet has to be chosen, and `busy`. */
export async function readWorkbook(file: Uint8Array, mostRows: number, sheet?: string): Promise<Grid> {
  return gridOf(await inTurn(questionOf(file, mostRows, sheet)), mostRows);
}

export function questionOf(file: Uint8Array, mostRows: number, sheet?: string): Question {
  const limits = { mostUnpacked, mostRows: mostRows + mostAbove, mostColumns: mostColumnsRead, lastRow };
  return { file, ...(sheet !== undefined && { sheet }), ...limits };
}

export function gridOf(answer: Answer, mostRows: number): Grid {
  if ("lines" in answer) return { kind: "workbook", lines: withoutEmptyEnds(answer.lines.map(lineOf)) };
  if ("sheets" in answer) throw sheetAsked(answer.sheets);
  throw refusal(answer, mostRows);
}

function sheetAsked(sheets: readonly string[]): Problem {
  if (sheets.length === 0) return unreadable("Every sheet of the workbook is hidden. Show one and save it.");
  return new Problem("columns_unclear", `The workbook has ${sheets.length} sheets. Choose one.`, {
    extra: { sheets },
  });
}

function refusal(answer: Extract<Answer, { refused: string }>, mostRows: number): Problem {
  if (answer.refused === "columns") return tooMuch("columns", answer.has, mostColumns);
  if (answer.refused === "rows")
    return tooMuch("rows", answer.has, mostRows, " Split it into several files.");
  if (answer.refused === "far") return tooMuch("rows down to its last entry", answer.has, lastRow);
  if (answer.refused === "empty") return unreadable("The sheet is empty.");
  if (answer.refused === "unpacked")
    return unreadable(
      "The workbook is larger than 10 MB when unpacked. Copy the table to a new workbook, or save it as CSV UTF-8.",
    );
  return unreadable(`The workbook is damaged, or no program of ours knows its form. ${saveAsCsv}`);
}

async function inTurn(question: Question): Promise<Answer> {
  const queue = once("workbooks", (): Queue => ({ length: 0, last: Promise.resolve() }));
  if (queue.length > mostWaiting) throw tooBusy();
  queue.length += 1;
  const read = queue.last.then(() => ask(question));
  queue.last = read.catch(() => undefined);
  return read.finally(() => {
    queue.length -= 1;
  });
}

async function ask(question: Question): Promise<Answer> {
  const thread = new Worker(new URL("./workbook-worker.mjs", import.meta.url), {
    // The process' own options are not for the thread: a loader of the tests, a heap limit.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb },
  });
  // It can run out of memory while it is being ended. An error that nobody hears is thrown in place of the news of its end,
  // which would then be waited for without end, and every workbook behind it.
  thread.on("error", () => undefined);
  try {
    thread.postMessage(question);
    const [answer] = await onceEmitted(thread, "message", { signal: AbortSignal.timeout(mostMs) });
    return answer as Answer;
  } catch (cause) {
    const isOurs = cause instanceof Error && "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY";
    if (isOurs || (cause instanceof Error && cause.name === "AbortError")) return { refused: "unpacked" };
    throw cause;
  } finally {
    await thread.terminate();
  }
}

function lineOf({ cells, isHidden }: StoredLine, at: number): Line {
  return { n: at + 1, cells: cells.map(cellOf), ...(isHidden && { isHidden }) };
}

function cellOf({ value, isError, isFormula }: StoredCell): Cell {
  const formula = isFormula ? ({ isFormula } as const) : {};
  if (value === null) return { text: "" };
  if (isError) return { text: `${value}`, form: "error", ...formula };
  if (typeof value === "number") return { text: new Big(`${value}`).toFixed(), form: "number", ...formula };
  if (value instanceof Date) return { text: dayOf(value), form: "date", ...formula };
  return { text: typeof value === "string" ? value : `${value}`.toUpperCase(), ...formula };
}

/** A spreadsheet's dates have no time zone. */
function dayOf(date: Date): string {
  if (Number.isNaN(date.getTime())) return "";
  const text = date.toISOString().slice(0, 19).replace("T", " ");
  return text.endsWith(" 00:00:00") ? text.slice(0, 10) : text;
}

function tooBusy(): Problem {
  const detail = "Other workbooks are being read. Nothing was saved. Try again in a moment.";
  return new Problem("busy", detail, { retryAfterSeconds: 5 });
}
