import { formatCount } from "#lib/money/format";
import type { StopCode } from "./batch-answers";
import { stopActs, stopTitles } from "./batch-words";

/** A batch that needs a person. `seen` of `count` deposits, of the file with the number `file`. */
export type BatchInNeed = { id: string; name: string; since: string } & Need;

type Need =
  | { kind: "stopped"; code: StopCode; row: number | null; why: string }
  | { kind: "half_created" }
  | { kind: "half_funded"; file: number; seen: number; count: number };

/** What happened, and what to do. */
export function needWords(need: Need): string {
  if (need.kind === "stopped") return need.why;
  if (need.kind === "half_created")
    return "It was agreed to more than a day ago, and not all of it was created.";
  const { file, seen, count } = need;
  return `A day after file ${file} was made, ${formatCount(seen)} of its ${formatCount(count)} deposits were seen. Look whether the wallet has sent all of it.`;
}

/** The same outside the console: a stop's own message can name a person, a payee or an amount. */
export function toldWords(need: Need): string {
  if (need.kind !== "stopped") return needWords(need);
  const { code, row } = need;
  return `${stopTitles[code]}${row === null ? "" : `, line ${row}`}. ${stopActs[code]}`;
}
