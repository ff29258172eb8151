import { formatCount, formatFiat, formatPadded } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import type { Batch, BatchItem, BatchState, RowState, StopCode } from "./batch-answers";
import type { TickKind } from "./batch-input";

/** What a person reads of a batch. */

type Look = { word: string; shape: string; tone: string };

const stateLooks = {
  draft: { word: "To check", shape: "dashed-ring", tone: "wait" },
  awaiting_approval: { word: "Waiting for approval", shape: "clock", tone: "wait" },
  agreed: { word: "Agreed", shape: "dot", tone: "proc" },
  creating: { word: "Creating", shape: "half-disc", tone: "proc" },
  stopped: { word: "Stopped", shape: "triangle", tone: "warn" },
  done: { word: "Created", shape: "dot", tone: "proc" },
  discarded: { word: "Discarded", shape: "barred-ring", tone: "wait" },
} as const satisfies Record<BatchState, Look>;

const allPaid = { word: "Paid", shape: "tick", tone: "ok" } as const satisfies Look;

/** Green is for what is reported paid, all of it. */
export function batchLook({ state, counts }: Pick<BatchItem, "state" | "counts">) {
  const isPaid = counts.paid > 0 && counts.paid === counts.rows - counts.leftOut;
  return state === "done" && isPaid ? allPaid : stateLooks[state];
}

export const rowLooks = {
  faulty: { word: "To fix", shape: "octagon", tone: "fail" },
  asked: { word: "To confirm", shape: "triangle", tone: "warn" },
  ready: { word: "Ready", shape: "tick", tone: "done" },
  left_out: { word: "Left out", shape: "barred-ring", tone: "wait" },
  sending: { word: "Sending", shape: "half-disc", tone: "proc" },
  created: { word: "Created", shape: "tick", tone: "done" },
  waiting: { word: "Waiting for approval", shape: "clock", tone: "wait" },
  unknown: { word: "Outcome unknown", shape: "triangle", tone: "warn" },
  refused: { word: "Refused", shape: "octagon", tone: "fail" },
} as const satisfies Record<RowState, Look>;

const rowsOf = (count: number) => `${formatCount(count)} ${count === 1 ? "row" : "rows"}`;

type Counts = BatchItem["counts"];

/** Said once while a batch is checked: `4 rows to fix, 2 to confirm`. */
export function checkWords({ faulty, asked, ready, leftOut }: Counts): string {
  const parts = [
    [faulty ?? 0, "to fix"],
    [asked ?? 0, "to confirm"],
    [ready ?? 0, "ready"],
    [leftOut, "left out"],
  ] as const;
  const said = parts.filter(([count]) => count > 0);
  if (said.length === 0) return "No rows";
  return said
    .map(([count, words], at) => `${at === 0 ? rowsOf(count) : formatCount(count)} ${words}`)
    .join(", ");
}

/** `148 of 200 created, 2 refused`; once all that can be is created, `146 of 200 reported paid`. Rows that are left out don't count. */
export function progressWords(counts: Counts): string {
  const { rows, leftOut, created, paid, notPaid, waiting, unknown, refused, toGo } = counts;
  const [done, word] = toGo === 0 && paid + notPaid > 0 ? [paid, "reported paid"] : [created, "created"];
  const others = [
    [notPaid, "not paid"],
    [waiting, "waiting for approval"],
    [unknown, "with an unknown outcome"],
    [refused, "refused"],
  ] as const;
  return [
    `${formatCount(done)} of ${formatCount(rows - leftOut)} ${word}`,
    ...others.filter(([count]) => count > 0).map(([count, words]) => `${formatCount(count)} ${words}`),
  ].join(", ");
}

/** In a list, where an open batch isn't judged. */
export function listWords({ state, counts }: BatchItem): string {
  const isOpen = state === "draft" || state === "awaiting_approval" || state === "discarded";
  const leftOut = counts.leftOut > 0 ? `, ${formatCount(counts.leftOut)} left out` : "";
  return isOpen ? `${rowsOf(counts.rows)}${leftOut}` : `${progressWords(counts)}${leftOut}`;
}

type Sum = Batch["sums"][number];

/** `16,355.50 USDC on Base`, what rows whose amount isn't found yet may take, and what is fixed in naira. */
export function sumWords({ amount, symbol, network, nairaRows, naira, most }: Sum): string {
  const open = most === null || isZero(most) ? undefined : `at most ${formatPadded(most)} ${symbol}`;
  const own = isZero(amount) && nairaRows > 0 ? undefined : `${formatPadded(amount)} ${symbol}`;
  const sum = [own, open].filter((part) => part !== undefined).join(" and ");
  const comeTo = nairaRows === 1 ? "of" : "that come to";
  const fixed = nairaRows === 0 ? "" : `${rowsOf(nairaRows)} ${comeTo} ${formatFiat(naira)} NGN`;
  if (sum === "") return `${fixed}, in ${symbol} on ${network}`;
  return fixed === "" ? `${sum} on ${network}` : `${sum} on ${network}, for ${fixed}`;
}

export function isZero(amount: Amount): boolean {
  return /^-?[0.]+$/.test(amount);
}

/** Why the creation stopped; the server's own sentence says the rest. */
export const stopTitles: Record<StopCode, string> = {
  rate_limited: "The service is limiting requests",
  key_rejected: "The service rejected the API key",
  business_inactive: "The business is not active",
  limit: "A limit is reached",
  rate: "The rate has fallen too far",
  unknown_outcomes: "Several outcomes are unknown",
  held: "New transfers are on hold",
  too_old: "What was agreed is older than 24 hours",
  service: "The service can’t create transfers now",
  row: "A row can’t be created",
  restored: "The database was restored since this was agreed",
  declined: "The batch was declined",
  rules: "The rules have changed since this was agreed",
};

/** What a person can do about it. */
export const stopActs: Record<StopCode, string> = {
  rate_limited: "Wait, then go on.",
  key_rejected: "An admin sets a key that works. Then go on.",
  business_inactive: "Ask the service. Go on when the business is active.",
  limit: "Leave the row out, or go on when the limit allows it.",
  rate: "Look at the rate of now, then agree again, or leave the rows for later.",
  unknown_outcomes: "Find out on their pages what became of them, then go on.",
  held: "An admin compares the transfers with the service’s records. Then go on.",
  too_old: "Look at the rates of now, then agree again.",
  service: "Go on when the service answers.",
  row: "Leave this row out, or go on to try it again.",
  restored: "Compare what was created with the service’s records, then agree again.",
  declined: "Change what was declined, then agree again.",
  rules: "Agree again. It may wait for an approval then.",
};

/** What a person says with the tick beside a question. */
export const tickWords: Record<TickKind, string> = {
  twin_row: "Both are meant",
  twin_batch: "Both are meant",
  twin: "This is a second payment",
  reference: "The same reference is meant",
  name_known: "This is someone else of this name",
  account_saved: "The name is right",
  unusual: "The amount is right",
  check_digit: "I compared the number. It is right",
  account_new: "I know of the new account",
};
