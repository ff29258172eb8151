import { createHash } from "node:crypto";
import type { TransferEventRow } from "#lib/server/tables/schema";
import { randomHex } from "./random";

/** What becomes of a made-up transfer, as its events. */

type Step = Pick<TransferEventRow, "kind" | "source"> &
  Partial<Pick<TransferEventRow, "text" | "word" | "person_name">>;
type Life = { share: number; steps: readonly Step[] };

const person = "finance@example.com";
const requested: Step = { kind: "requested", source: "dashboard", person_name: person };
const dispatched: Step = { kind: "dispatched", source: "dashboard" };
const accepted: Step = { kind: "accepted", source: "service_answer" };
const unknown: Step = {
  kind: "outcome_unknown",
  source: "dashboard",
  text: "The service did not answer in time.",
};
/** With what stood then, as `lib/transfer/standing/print.ts` writes it. */
const settled = (...stood: string[]): Step => ({
  ...{ kind: "handled" as const, source: "person", person_name: person },
  word: ["address valid", "is accepted", ...stood].join("; "),
});
const says = (word: string): Step => ({ kind: "callback", source: "service_callback", word });
const sent = [requested, dispatched, accepted];
const paid = [...sent, says("processing"), says("completed")];

/** What lies behind a business: nearly all of it is over, and what went wrong was dealt with. */
const over: readonly Life[] = [
  { share: 0.7, steps: paid },
  { share: 0.18, steps: [...paid, settled("said paid", "said processing")] },
  { share: 0.03, steps: [...sent, says("expired"), settled("said expired")] },
  {
    share: 0.02,
    steps: [
      ...[...sent, says("deposit_received"), says("failed")],
      settled("said deposit_received", "said failed"),
    ],
  },
  {
    share: 0.02,
    steps: [
      ...[...sent, says("deposit_received"), says("refunded")],
      settled("said deposit_received", "said refunded"),
    ],
  },
  {
    share: 0.02,
    steps: [requested, dispatched, { kind: "rejected", source: "service_answer", text: "Invalid account" }],
  },
  {
    share: 0.01,
    steps: [
      requested,
      dispatched,
      unknown,
      { kind: "resolved_absent", source: "person", person_name: person },
    ],
  },
  {
    share: 0.01,
    steps: [...sent, says("queued for review"), settled("unknown queued for review")],
  },
  { share: 0.01, steps: [requested, { kind: "cancelled", source: "dashboard" }] },
];

/** What is under way: the newest transfers. */
const underWay: readonly Life[] = [
  { share: 0.4, steps: sent },
  { share: 0.2, steps: [...sent, says("awaiting_deposit")] },
  { share: 0.1, steps: [...sent, says("deposit_received")] },
  { share: 0.1, steps: [...sent, says("on_hold")] },
  { share: 0.1, steps: [requested, dispatched, unknown] },
  { share: 0.1, steps: [...sent, says("failed")] },
];

/** Picks what became of a transfer. `at` is a number from 0 up to 1. */
export function lifeOf(isUnderWay: boolean, at: number): readonly Step[] {
  const lives = isUnderWay ? underWay : over;
  let left = at;
  for (const { share, steps } of lives) {
    left -= share;
    if (left < 0) return steps;
  }
  return sent;
}

/** The events of a life, from a moment on, one step after the other. */
export function eventsOf(
  steps: readonly Step[],
  id: string,
  transactionId: string,
  { startMs, stepMs }: { startMs: number; stepMs: number },
): TransferEventRow[] {
  return steps.map((step, index) => {
    const raw = rawOf(step, transactionId);
    return {
      transfer_id: id,
      seq: index + 1,
      at: new Date(startMs + index * stepMs).toISOString(),
      source: step.source,
      person_name: step.person_name ?? null,
      kind: step.kind,
      text: step.text ?? null,
      raw,
      raw_encoding: raw === null ? null : "utf8",
      is_truncated: 0,
      body_hash:
        step.kind === "callback" && raw !== null ? createHash("sha256").update(raw).digest("hex") : null,
      deliveries: 1,
      address: null,
      transaction_id: null,
      claimed_id: step.kind === "callback" ? transactionId : null,
      claimed_address: null,
      arrived: null,
      paid_out: null,
      word: step.word ?? null,
      memo: null,
      unread: null,
      is_quarantined: 0,
    };
  });
}

function rawOf({ kind, word }: Step, transactionId: string): string | null {
  if (kind === "accepted") return JSON.stringify({ success: true, transactionId, requestId: randomHex(16) });
  return kind === "callback" ? JSON.stringify({ transactionId, status: word }) : null;
}
