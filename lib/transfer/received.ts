import { compareAmounts } from "#lib/money/amount";
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

/** Two sources differ, or one says another amount than expected and nobody knows why. */
export function isReceivedDoubtful(received: readonly Said[], expected: Amount | null): boolean {
  const [first] = received;
  if (first === undefined) return false;
  if (received.some(({ amount }) => compareAmounts(amount, first.amount) !== 0)) return true;
  return received.some(
    ({ amount, reason }) => expected !== null && reason === null && compareAmounts(amount, expected) !== 0,
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
