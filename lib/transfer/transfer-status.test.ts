import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalSettlement } from "./status-words";
import { type EventKind, type FoldableEvent, fold } from "./transfer-status";

const of = (...kinds: EventKind[]): FoldableEvent[] => kinds.map((kind) => ({ kind }));
const said = (...words: (string | null)[]): FoldableEvent[] =>
  words.map((word) => ({ kind: "callback", word }));
const created = of("requested", "dispatched", "accepted");
const reported = (...words: string[]) => fold([...created, ...said(...words)]);

/** What a screen shows of a state; who said it may depend on who said it first. */
const headline = ({
  status,
  settlement,
  submission,
  flags,
  unknownWords,
  isFinal,
}: ReturnType<typeof fold>) => ({
  status,
  settlement,
  submission,
  flags,
  unknownWords,
  isFinal,
});

const anyWord = fc.oneof(
  fc.constantFrom(
    "awaiting_deposit",
    "deposited",
    "processing",
    "in_review",
    "completed",
    "failed",
    "refunding",
    "reversed",
    "refund_failed",
    "expired",
    "cancelled",
    "quantum",
    "PAID",
    "Zed",
  ),
  fc.string(),
);

describe("callbacks, whatever their order and their number", () => {
  test("give the same headline in any order, and repeated", () => {
    fc.assert(
      fc.property(
        fc
          .array(anyWord, { minLength: 1, maxLength: 8 })
          .chain((words) =>
            fc.tuple(
              fc.constant(words),
              fc.shuffledSubarray(words, { minLength: words.length }),
              fc.array(fc.constantFrom(...words), { maxLength: 8 }),
            ),
          ),
        ([words, shuffled, repeated]) => {
          const expected = headline(reported(...words));
          expect(headline(reported(...shuffled))).toEqual(expected);
          expect(headline(reported(...words, ...repeated))).toEqual(expected);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test("give the same headline when they arrive before the answer", () => {
    fc.assert(
      fc.property(fc.array(anyWord, { minLength: 1, maxLength: 5 }), fc.nat(3), (words, place) => {
        const early = [...created.slice(0, place), ...said(...words), ...created.slice(place)];
        expect(headline(fold(early))).toEqual(headline(reported(...words)));
      }),
    );
  });
});

describe("the service's report", () => {
  test.each([
    [["awaiting_deposit"], "awaiting_deposit", []],
    [["awaiting_deposit", "deposited", "processing", "completed"], "paid", []],
    [["completed", "processing"], "paid", []],
    [["completed", "awaiting_deposit"], "paid", []],
    [["completed", "deposited", "in_review"], "paid", []],
    [["completed", "refunded"], "refunded", ["refunded_after_paid"]],
    [["completed", "reversed"], "refunded", ["refunded_after_paid"]],
    [["completed", "refunding"], "refunding", ["refunded_after_paid"]],
    [["completed", "refund_failed"], "refund_failed", ["refunded_after_paid"]],
    [["failed", "refunding", "refunded"], "refunded", []],
    [["completed", "failed"], "conflicting", ["conflicting_reports"]],
    [["failed", "completed", "processing"], "conflicting", ["conflicting_reports"]],
    [["completed / failed"], "conflicting", ["conflicting_reports"]],
    [["completed / failed", "completed"], "conflicting", ["conflicting_reports"]],
    [["completed / failed", "reversed"], "refunded", []],
    [["deposit_confirmed / pending"], "other", []],
    [["deposit_confirmed / pending", "completed"], "paid", []],
    [["completed", "failed", "refunded"], "refunded", ["refunded_after_paid"]],
    [["expired"], "expired", []],
    [["awaiting_deposit", "expired"], "expired", []],
    [["expired", "deposited"], "deposit_received", ["late_deposit"]],
    [["expired", "processing"], "processing", ["late_deposit"]],
    [["expired", "completed"], "paid", ["late_deposit"]],
    [["cancelled", "in_review"], "on_hold", ["late_deposit"]],
    [["processing", "in_review"], "on_hold", []],
    [["processing", "failed"], "failed", []],
  ])("%j reads %s", (words, status, flags) => {
    expect(reported(...words)).toMatchObject({
      status,
      settlement: status,
      flags,
      statusSource: "service_callback",
    });
  });

  test("in a word that nobody knows is other, and shown as it came", () => {
    expect(reported("Quantum Settled")).toMatchObject({ status: "other", unknownWords: ["Quantum Settled"] });
    expect(reported("quantum", "completed")).toMatchObject({ status: "paid", unknownWords: ["quantum"] });
    expect(reported("quantum").isFinal).toBe(false);
  });

  test("in unknown words alone is never a success or a failure", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 5 }), (words) => {
        fc.pre(words.every((word) => canonicalSettlement(word) === undefined));
        expect(reported(...words)).toMatchObject({ status: "other", settlement: "other", isFinal: false });
      }),
    );
  });

  test("without a word changes nothing but that the transfer exists", () => {
    expect(fold([...created, ...said(null, "")])).toMatchObject({ status: "accepted", settlement: null });
    expect(fold([...of("requested", "dispatched", "outcome_unknown"), ...said(null)])).toMatchObject({
      status: "accepted",
      statusSource: "service_callback",
    });
  });

  test("that names another transaction has no effect, and is flagged", () => {
    const foreign: FoldableEvent = { kind: "callback", word: "completed", isQuarantined: true };
    expect(fold([...created, foreign])).toMatchObject({ status: "accepted", flags: ["foreign_callback"] });
    const unknown = of("requested", "dispatched", "outcome_unknown");
    expect(fold([...unknown, foreign])).toMatchObject({ status: "unknown", submission: "unknown" });
  });
});

describe("what we know ourselves", () => {
  test.each([
    [of("requested"), "recorded", "dashboard", false],
    [of("requested", "dispatched"), "dispatching", "dashboard", false],
    [created, "accepted", "service_answer", false],
    [of("requested", "dispatched", "rejected"), "rejected", "service_answer", true],
    [of("requested", "dispatched", "outcome_unknown"), "unknown", "dashboard", false],
    [of("requested", "cancelled"), "cancelled", "dashboard", true],
    [of("requested", "dispatched", "outcome_unknown", "resolved_exists"), "accepted", "person", false],
    [of("requested", "dispatched", "outcome_unknown", "resolved_absent"), "not_created", "person", true],
    [of("requested", "dispatched", "outcome_unknown", "accepted"), "accepted", "service_answer", false],
  ] as const)("%j is %s, by %s", (events, status, statusSource, isFinal) => {
    expect(fold(events)).toMatchObject({
      status,
      submission: status,
      settlement: null,
      statusSource,
      isFinal,
      flags: [],
    });
  });

  test("a callback resolves an unknown outcome", () => {
    const state = fold([...of("requested", "dispatched", "outcome_unknown"), ...said("processing")]);
    expect(state).toMatchObject({
      submission: "accepted",
      status: "processing",
      statusSource: "service_callback",
    });
  });

  test.each(["rejected", "cancelled", "resolved_absent"] as const)(
    "a callback after %s makes it unknown again, with an alert",
    (kind) => {
      const state = fold([...of("requested", "dispatched", kind), ...said("completed")]);
      expect(state).toMatchObject({ submission: "unknown", status: "unknown", isFinal: false });
      expect(state.flags).toContain("late_callback_contradicts");
    },
  );

  test("notes and matches change no status", () => {
    for (const kind of ["note", "matched", "unmatched", "handled"] as const)
      expect(headline(fold([...created, ...said("completed"), { kind }]))).toEqual(
        headline(reported("completed")),
      );
  });

  test("a match holds until the service says something more", () => {
    const matched = [...created, ...said("completed"), ...of("matched")];
    expect(fold(matched).isHandled).toBe(true);
    expect(fold([...matched, ...of("note")]).isHandled).toBe(true);
    expect(fold([...matched, ...said("reversed")]).isHandled).toBe(false);
    expect(fold([...matched, ...of("unmatched")]).isHandled).toBe(false);
  });

  test("no event at all is a transfer that was recorded", () => {
    expect(fold([])).toMatchObject({ status: "recorded", isFinal: false });
  });
});
