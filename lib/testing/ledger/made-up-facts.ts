import type { Amount } from "#lib/money/money";
import type { DepositState } from "#lib/transfer/deposit";
import type { Received } from "#lib/transfer/received";
import type { House, SeenDeposit, StandingFacts } from "#lib/transfer/standing/facts";
import { printOf } from "#lib/transfer/standing/print";
import { canonicalSettlement, settlements } from "#lib/transfer/status-words";
import { type FoldableEvent, fold } from "#lib/transfer/transfer-status";

/** Facts of a transfer of 100, in whole units, as a combination of what each source says. It was made at `start`. */

export const start = Date.parse("2026-11-25T12:00:00.000Z");
export const minuteMs = 60_000;
export const at = (minutes: number) => new Date(start + minutes * minuteMs).toISOString();

/** Each source's say, by name. */
type Say = (facts: StandingFacts) => StandingFacts;
export type Says = Record<string, Say>;

export const usualFacts: StandingFacts = {
  ...{ state: stateOf([]), createdAt: at(0), addressAt: at(0), deadline: at(15) },
  ...{ windowMs: 30 * minuteMs, expiresAt: null, processingMs: 120 * minuteMs },
  address: { check: "valid", isChanged: false, isShared: false },
  ...{ isRepeated: false, words: [], unread: { count: 0, firstAt: null }, hasDropped: false },
  ...{
    isPaymentWithdrawn: false,
    doubts: [],
    memo: null,
    asked: 100n,
    fee: 1n,
    reported: null,
    deposits: [],
  },
  confirmedAt: null,
  network: { isWatched: true, isLookedAt: true, blindSince: null, hasUnreadPayment: false },
  ...{ funding: null, unapprovableSince: null },
  ...{ received: [], expected: "900" as Amount, paidOut: null, isMissed: false },
  acts: { settled: null, opened: null, isStopped: false },
};

export const usualHouse: House = {
  ...{ now: start, isHeld: false, isBusinessRefused: false, mayLackFunding: false, isUnheard: false },
  ...{ network: { readAt: at(100_000), blindSince: null }, lostAt: null },
};

function stateOf(events: readonly FoldableEvent[]) {
  return fold([{ kind: "requested" }, { kind: "dispatched" }, { kind: "accepted" }, ...events]);
}

/** The service has said these words, one a minute. */
export function said(...words: string[]): Say {
  return (facts) => ({
    ...facts,
    state: stateOf(words.map((word) => ({ kind: "callback", source: "service_callback", word }))),
    words: words
      .map((word, place) => ({ word, meaning: canonicalSettlement(word), firstAt: at(2 + place) }))
      .filter(({ meaning, word }, place, all) => {
        const known = (one: { word: string; meaning: unknown }) => one.meaning ?? one.word;
        return all.findIndex((other) => known(other) === known({ word, meaning })) === place;
      }) as StandingFacts["words"],
  });
}

const ended =
  (...events: FoldableEvent[]): Say =>
  (facts) => ({ ...facts, state: fold(events), address: null, addressAt: null });

const asked: FoldableEvent[] = [{ kind: "requested" }, { kind: "approval_asked" }];

export const wordSays: Says = {
  nothing: (facts) => facts,
  ...Object.fromEntries(
    settlements.map((word) => [word, said(word === "cancelled_by_service" ? "cancelled" : word)]),
  ),
  unknown: said("quote_locked"),
  "known, then unknown": said("awaiting_deposit", "quote_locked"),
  "paid, then unknown": said("paid", "quote_locked"),
  "paid and failed": said("paid", "failed"),
  "paid and reversed": said("paid", "reversed"),
  "expired, then paid": said("expired", "paid"),
  "received, then processing": said("deposit_received", "processing"),
  recorded: ended({ kind: "requested" }),
  dispatching: ended({ kind: "requested" }, { kind: "dispatched" }),
  "not known": ended({ kind: "requested" }, { kind: "dispatched" }, { kind: "outcome_unknown" }),
  rejected: ended({ kind: "requested" }, { kind: "dispatched" }, { kind: "rejected" }),
  cancelled: ended({ kind: "requested" }, { kind: "cancelled" }),
  "waits for an approval": ended(...asked),
  "waits, and nobody can approve": (facts) => ({ ...ended(...asked)(facts), unapprovableSince: at(2) }),
  "rejected, and then paid": ended(
    ...[{ kind: "requested" as const }, { kind: "dispatched" as const }, { kind: "rejected" as const }],
    { kind: "callback", source: "service_callback", word: "paid" },
  ),
};

type Part = [units: bigint, state?: DepositState, more?: Partial<SeenDeposit>];

/** Found by the network, one a minute from the fifth on. */
export function shows(...parts: Part[]): Say {
  return (facts) => ({
    ...facts,
    deposits: parts.map(([units, state = "confirmed", more], place) => ({
      ...{ isOwnToken: true, isAtAddress: true, units, state, blockTime: at(5 + place), ...more },
    })),
    confirmedAt: parts.some(([, state = "confirmed"]) => state === "confirmed") ? at(5 + parts.length) : null,
  });
}

const onNetwork =
  (change: Partial<StandingFacts["network"]>): Say =>
  (facts) => ({ ...facts, network: { ...facts.network, ...change } });
const other = { isOwnToken: false };
const elsewhere = { isAtAddress: false };

export const networkSays: Says = {
  nothing: (facts) => facts,
  "nobody looks": onNetwork({ isWatched: false, isLookedAt: false }),
  "blind here": onNetwork({ blindSince: at(1) }),
  "a payment that can't be read": onNetwork({ hasUnreadPayment: true }),
  seen: shows([100n, "seen"]),
  "seen short": shows([60n, "seen"]),
  exact: shows([100n]),
  "two parts": shows([60n], [40n]),
  "a part, and the other one seen": shows([60n], [40n, "seen"]),
  short: shows([60n]),
  over: shows([160n]),
  "a second one an hour later": shows([100n], [100n, "confirmed", { blockTime: at(65) }]),
  "wrong token": shows([100n, "confirmed", other]),
  "exact and wrong token": shows([100n], [5n, "seen", other]),
  elsewhere: shows([100n, "confirmed", elsewhere]),
  gone: shows([100n, "gone"]),
  "gone, and again": shows([100n, "gone"], [100n]),
  "wrong token, gone": shows([100n, "gone", other]),
};

const address =
  (change: Partial<NonNullable<StandingFacts["address"]>>): Say =>
  (facts) => ({ ...facts, address: facts.address === null ? null : { ...facts.address, ...change } });
const flagged =
  (...flags: StandingFacts["state"]["flags"]): Say =>
  (facts) => ({ ...facts, state: { ...facts.state, flags: [...facts.state.flags, ...flags] } });

export const addressSays: Says = {
  valid: (facts) => facts,
  "of an unknown format": address({ check: "unchecked" }),
  invalid: address({ check: "invalid" }),
  none: (facts) => ({ ...facts, address: null, addressAt: null }),
  changed: address({ isChanged: true }),
  "two of them": (facts) => flagged("contradicting_address")({ ...facts, address: null }),
  shared: (facts) => ({ ...address({ isShared: true })(facts), isRepeated: true }),
  "shared with one that is over": (facts) => ({ ...facts, isRepeated: true }),
  "another amount in the answer": (facts) => ({ ...facts, doubts: ["amount"] }),
  "another address in the answer": (facts) => ({ ...facts, doubts: ["address"] }),
  "with a memo": (facts) => ({ ...facts, memo: "77" }),
  "nodes differ": flagged("nodes_disagree"),
};

const wallet =
  (state: "asked" | "unsure" | "sent"): Say =>
  (facts) => ({ ...facts, funding: { state, changedAt: at(3) } });
const acts =
  (act: (facts: StandingFacts) => Partial<StandingFacts["acts"]>): Say =>
  (facts) => ({ ...facts, acts: { ...facts.acts, ...act(facts) } });
/** It was opened at the 40th minute, for half an hour. */
const opened = (print: string) => ({ opened: { at: at(40), until: at(70), by: "Ada", print } });

const receivedSays =
  (amount: string, reason: Received["reason"], source: Received["source"] = "payee_said"): Say =>
  (facts) => ({
    ...facts,
    received: [
      ...facts.received,
      {
        source,
        amount: amount as Amount,
        day: "2026-11-25",
        reason,
        recordedAt: at(80),
        events: [9],
      },
    ],
  });

const paysOut =
  (amount: string): Say =>
  (facts) => ({ ...facts, paidOut: { amount: amount as Amount, at: at(5), event: 8 } });

export const ourSays: Says = {
  nothing: (facts) => facts,
  ...{ "wallet asked": wallet("asked"), "wallet unsure": wallet("unsure"), "wallet sent": wallet("sent") },
  stopped: acts(() => ({ isStopped: true })),
  settled: acts((facts) => ({ settled: printOf(facts) })),
  "settled before": acts(() => ({ settled: "is accepted" })),
  opened: acts((facts) => opened(printOf(facts))),
  "opened before": acts(() => opened("is accepted")),
  unread: (facts) => ({ ...facts, unread: { count: 1, firstAt: at(4) } }),
  dropped: (facts) => ({ ...facts, hasDropped: true }),
  "payment withdrawn": (facts) => ({ ...facts, isPaymentWithdrawn: true }),
  "the payee got what was expected": receivedSays("900", null),
  "the payee got less": receivedSays("850", null),
  "the payee got less, and why": receivedSays("850", "bank_charge"),
  "on our statement": receivedSays("900", null, "own_statement"),
  "says what it paid out": paysOut("900"),
  "says that it paid out a little less": paysOut("890"),
  "says that it paid out less": paysOut("850"),
  "not on our statement": (facts) => ({ ...facts, isMissed: true }),
  "reported as asked": (facts) => ({ ...facts, reported: 100n }),
  "reported without the fee": (facts) => ({ ...facts, reported: 99n }),
  "reported less": (facts) => ({ ...facts, reported: 60n }),
  "reported more": (facts) => ({ ...facts, reported: 160n }),
};

export const houseSays: Record<string, Partial<House>> = {
  usual: {},
  held: { isHeld: true },
  refused: { isBusinessRefused: true },
  restored: { mayLackFunding: true, lostAt: at(30) },
  "restored after it was opened": { mayLackFunding: true, lostAt: at(41) },
  unheard: { isUnheard: true },
  blind: { network: { readAt: at(1), blindSince: at(1) } },
  "not read since": { network: { readAt: at(1), blindSince: null } },
};
