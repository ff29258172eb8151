import { compareAmounts } from "#lib/money/amount";
import { isRoughly } from "#lib/money/less-fee";
import { type Amount, addAmounts, roundAmount, subtractAmounts } from "#lib/money/money";

/**
 * What somebody says the recipient got, in the currency of the payout. Invariant: each record names who says it, and records
 * of two sources are never added or mixed: where they differ, both stand and a person must look.
 */

export const receivedSources = ["own_statement", "payee_said"] as const;
export type ReceivedSource = (typeof receivedSources)[number];

/** Why it is another amount than was expected, where somebody knows. */
export const receivedReasons = ["bank_charge", "stamp_duty", "service_rate", "part", "other"] as const;
export type ReceivedReason = (typeof receivedReasons)[number];

/** What one event says. A withdrawal names the event that it takes back. */
export type ReceivedRecord = {
  source: ReceivedSource;
  amount: Amount;
  /** The day on which it arrived. */
  day: string;
  reason: ReceivedReason | null;
  /** The match with a line of a statement; null where a person was told. */
  line: string | null;
};

/**
 * What the service says that it paid out: no record of anybody's, and no word of whoever got it. `event` is the number of the
 * report.
 */
export type PaidOut = { amount: Amount; at: string; event: number };

export type RecordEvent = { seq: number; at: string } & (
  | { kind: "received"; record: ReceivedRecord }
  | { kind: "received_withdrawn"; of: number }
);

/** What one source says now. */
export type Received = {
  source: ReceivedSource;
  /** The sum of its records. */
  amount: Amount;
  /** The last day on which some of it arrived. */
  day: string;
  reason: ReceivedReason | null;
  recordedAt: string;
  /** The numbers of the events that say it, oldest first. */
  events: readonly number[];
};

/** What each source says, of a transfer's records in their order. */
export function foldReceived(events: readonly RecordEvent[]): Received[] {
  const withdrawn = new Set(events.flatMap((event) => (event.kind === "received" ? [] : [event.of])));
  const standing = events.flatMap((event) =>
    event.kind === "received" && !withdrawn.has(event.seq) ? [event] : [],
  );
  return receivedSources.flatMap((source) => {
    const own = standing.filter(({ record }) => record.source === source);
    const last = own.at(-1);
    if (last === undefined) return [];
    return {
      source,
      amount: own.map(({ record }) => record.amount).reduce(addAmounts),
      day:
        own
          .map(({ record }) => record.day)
          .sort()
          .at(-1) ?? last.record.day,
      reason: own.findLast(({ record }) => record.reason !== null)?.record.reason ?? null,
      recordedAt: last.at,
      events: own.map(({ seq }) => seq),
    };
  });
}

/** Of the currencies that are paid out. */
const minorDigits = 2;

/** By the quote that was accepted, else by the service's own at the creation: an estimate, as a bank writes it. */
export function expectedOf(accepted: string | null, quoted: string | null): Amount | null {
  const estimate = accepted ?? quoted;
  return estimate === null ? null : roundAmount(estimate as Amount, minorDigits);
}

/** How much more, or less, than expected; null where nothing was. */
export function differenceOf({ amount }: Pick<Received, "amount">, expected: Amount | null): Amount | null {
  return expected === null ? null : subtractAmounts(amount, expected);
}

type Said = Pick<Received, "amount" | "reason">;

/** What a record is held against. */
export type HeldAgainst = { expected: Amount | null; paidOut: Pick<PaidOut, "amount"> | null };

/**
 * Two records differ, or one says another amount than was expected or paid out and nobody knows why; without a record, that the
 * service says it paid a sum that its rounding and its fees don't explain.
 */
export function isReceivedDoubtful(received: readonly Said[], against: HeldAgainst): boolean {
  const [first] = received;
  if (first === undefined) return isPaidOtherwise(against);
  if (received.some(({ amount }) => compareAmounts(amount, first.amount) !== 0)) return true;
  return received.some(({ amount, reason }) => reason === null && isApart(amount, against));
}

function isPaidOtherwise({ expected, paidOut }: HeldAgainst): boolean {
  return expected !== null && paidOut !== null && !isRoughly(paidOut.amount, expected);
}

/** Whether it is another amount than was expected, or than the service says that it paid out. */
export function isApart(amount: Amount, { expected, paidOut }: HeldAgainst): boolean {
  return [expected, paidOut?.amount ?? null].some(
    (other) => other !== null && compareAmounts(amount, other) !== 0,
  );
}

/** As lists filter by it and the ledger stores it. */
export const receivedStates = ["none", "as_expected", "other", "no_estimate"] as const;
export type ReceivedState = (typeof receivedStates)[number];

export function receivedStateOf(received: readonly Said[], expected: Amount | null): ReceivedState {
  if (received.length === 0) return "none";
  if (expected === null) return "no_estimate";
  return received.every(({ amount }) => compareAmounts(amount, expected) === 0) ? "as_expected" : "other";
}
