import type { ImportedRow, ImportOutcome, PayeeImport, PayeeImportInput } from "#lib/features/bulk/bulk-api";
import {
  type Banks,
  type JudgedPayee,
  judgePayee,
  type ListedBank,
  type PayeeChange,
  type PayeeFault,
} from "#lib/features/bulk/judge-payee";

/** The rows of a table while a person corrects them: judged here at once, by the rules by which the server will. */

export type Changes = ReadonlyMap<number, PayeeChange>;
export type Standing = ImportOutcome;
export type ShownRow = {
  row: ImportedRow;
  change: PayeeChange;
  judged: JudgedPayee;
  standing: Standing;
  faults: readonly PayeeFault[];
  remark: string | null;
};

/** `sent`: the changes that the answer was given to. */
export type Answered = { answer: PayeeImport; sent: Changes };

const isDone = (outcome: ImportOutcome) => outcome === "saved" || outcome === "proposed";

export function showRows({ answer, sent }: Answered, changes: Changes, banks: Banks): ShownRow[] {
  return answer.rows.map((row) => {
    const change = changes.get(row.n) ?? {};
    const judged = judgePayee(row, banks, change);
    return { row, change, judged, ...standingOf(row, change, judged, isSame(change, sent.get(row.n) ?? {})) };
  });
}

function isSame(change: PayeeChange, before: PayeeChange): boolean {
  return JSON.stringify(change) === JSON.stringify(before);
}

/** What the server said of a row counts until the row is changed. */
function standingOf(
  { outcome, faults, remark }: ImportedRow,
  { isLeftOut }: PayeeChange,
  judged: JudgedPayee,
  isAsSent: boolean,
): Pick<ShownRow, "standing" | "faults" | "remark"> {
  if (isDone(outcome)) return { standing: outcome, faults: [], remark };
  if (isLeftOut === true) return { standing: "left_out", faults: [], remark: null };
  if (isAsSent && outcome !== "left_out") return { standing: outcome, faults, remark };
  const own = judged.faults;
  return { standing: own.length > 0 ? "fault" : "ready", faults: own, remark: null };
}

/** Faults first, then what was done or is ready, in the order of the file. It stays while rows are corrected. */
export function orderOf({ rows }: PayeeImport): number[] {
  const rank = ({ outcome }: ImportedRow) => (outcome === "fault" ? 0 : 1);
  return [...rows].sort((a, b) => rank(a) - rank(b) || a.n - b.n).map(({ n }) => n);
}

type Change = (before: PayeeChange, n: number) => PayeeChange;
export type SetChanges = (ns: readonly number[], change: Change) => void;

export function withChange(changes: Changes, ns: readonly number[], change: Change): Changes {
  const after = new Map(changes);
  for (const n of ns) after.set(n, change(after.get(n) ?? {}, n));
  return after;
}

/** As the API takes them. */
export function sentChanges(changes: Changes): NonNullable<PayeeImportInput["changes"]> {
  return [...changes].map(([n, change]) => ({ n: `${n}`, ...change }));
}

/** After another answer, what was saved before it stays so. */
export function keptSaved(before: PayeeImport, after: PayeeImport): PayeeImport {
  const done = new Map(before.rows.filter(({ outcome }) => isDone(outcome)).map((row) => [row.n, row]));
  return {
    ...after,
    rows: after.rows.map((row) => (row.outcome === "exists" ? (done.get(row.n) ?? row) : row)),
  };
}

export type BankQuestion = { text: string; ns: number[]; choices: readonly ListedBank[] };

/** Each text that names no bank of the list, once. */
export function bankQuestions(rows: readonly ShownRow[]): BankQuestion[] {
  const asked = new Map<string, BankQuestion>();
  for (const { row, change, judged, standing } of rows) {
    const text = row.cells.bank.text.trim();
    if (standing !== "fault" || change.bank !== undefined || text === "") continue;
    if (!judged.faults.some(({ path }) => path === "bank")) continue;
    const question = asked.get(text) ?? { text, ns: [], choices: judged.choices };
    question.ns.push(row.n);
    asked.set(text, question);
  }
  return [...asked.values()];
}

/** Rows whose account number may have lost zeros, with them put back. */
export function lostZeros(rows: readonly ShownRow[]): Map<number, string> {
  const found = new Map<number, string>();
  for (const { row, judged, faults } of rows)
    if (judged.withZeros !== undefined && faults.some(({ kind }) => kind === "lost_zero"))
      found.set(row.n, judged.withZeros);
  return found;
}
