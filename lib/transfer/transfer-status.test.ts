import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { precedence } from "./settlement-order";
import { canonicalSettlement, settlements } from "./status-words";
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
    [["completed", "reversed"], "reversed", ["refunded_after_paid"]],
    [["chargeback", "completed", "processing"], "reversed", ["refunded_after_paid"]],
    [["reversed"], "reversed", []],
    [["reversed", "refunding"], "refunding", []],
    [["completed", "reversed", "refunded"], "refunded", ["refunded_after_paid"]],
    [["completed", "refunding"], "refunding", ["refunded_after_paid"]],
    [["completed", "refund_failed"], "refund_failed", ["refunded_after_paid"]],
    [["failed", "refunding", "refunded"], "refunded", []],
    [["completed", "failed"], "conflicting", ["conflicting_reports"]],
    [["failed", "completed", "processing"], "conflicting", ["conflicting_reports"]],
    [["completed / failed"], "conflicting", ["conflicting_reports"]],
    [["completed / failed", "completed"], "conflicting", ["conflicting_reports"]],
    [["completed / failed", "reversed"], "reversed", []],
    [["completed", "failed", "reversed"], "reversed", ["refunded_after_paid"]],
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
    [["deposited", "underpaid"], "deposit_short", []],
    [["underpaid", "overpaid"], "deposit_short", []],
    [["underpaid", "processing"], "processing", []],
    [["underpaid", "completed"], "paid", []],
    [["underpaid", "refunded"], "refunded", []],
    // It may have expired because too little came.
    [["expired", "underpaid"], "deposit_short", []],
    [["expired", "overpaid"], "deposit_over", []],
    [["expired", "paid_late"], "deposit_late", ["late_deposit"]],
    [["cancelled", "underpaid", "deposited"], "deposit_short", ["late_deposit"]],
    [["late"], "deposit_late", []],
    [["unresolved"], "on_hold", []],
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

  const advice = ["advice_asked", "advice_sent", "advice_failed"] as const;

  const missed = ["not_on_statement", "not_missed"] as const;

  test("notes, records of what arrived or didn’t, and e-mails of the advice change no status", () => {
    for (const kind of ["note", "received", "received_withdrawn", "handled", ...advice, ...missed] as const)
      expect(headline(fold([...created, ...said("completed"), { kind }]))).toEqual(
        headline(reported("completed")),
      );
  });

  test("a record of what arrived holds until the service says something more", () => {
    const recorded = [...created, ...said("completed"), ...of("received")];
    expect(fold(recorded).isHandled).toBe(true);
    expect(fold([...recorded, ...of("note", ...advice)]).isHandled).toBe(true);
    expect(fold([...recorded, ...said("reversed")]).isHandled).toBe(false);
    expect(fold([...recorded, ...of("received_withdrawn")]).isHandled).toBe(false);
  });

  test("no event at all is a transfer that was recorded", () => {
    expect(fold([])).toMatchObject({ status: "recorded", isFinal: false });
  });
});

describe("an end", () => {
  const isFinal = (...words: string[]) => reported(...words).isFinal;
  test.each(["completed", "failed", "reversed", "refunded", "refund_failed", "expired", "cancelled"])(
    "is %s",
    (word) => {
      expect(isFinal(word)).toBe(true);
    },
  );

  test.each(["awaiting_deposit", "deposited", "processing", "on_hold", "refunding", "quantum"])(
    "is not %s",
    (word) => {
      expect(isFinal(word)).toBe(false);
    },
  );

  test("is not what contradicts itself", () => {
    expect(isFinal("completed", "failed")).toBe(false);
  });
});

describe("one report that says two things", () => {
  test.each([
    ["completed / processing", "conflicting"],
    ["processing / expired", "conflicting"],
    ["quantum / cancelled", "conflicting"],
    ["refund_failed / quantum", "conflicting"],
    ["processing / on_hold", "other"],
    ["quantum / zed", "other"],
  ])("%s is %s", (word, status) => {
    const flags = status === "conflicting" ? ["conflicting_reports"] : [];
    expect(reported(word)).toMatchObject({ status, flags, unknownWords: [word], isFinal: false });
  });
});

describe("money that moves after the end", () => {
  test.each(
    ["expired", "cancelled"].flatMap((end) =>
      ["completed", "processing", "deposited", "in_review"].map((word) => [end, word] as const),
    ),
  )("after %s, %s is a late deposit", (end, word) => {
    expect(reported(end, word).flags).toEqual(["late_deposit"]);
  });

  test.each(["awaiting_deposit", "failed", "refunded", "quantum"])("is not %s", (word) => {
    expect(reported("expired", word).flags).toEqual([]);
    expect(reported("cancelled", word).flags).toEqual([]);
  });

  test("is not late before an end", () => {
    expect(reported("deposited", "processing", "completed").flags).toEqual([]);
  });
});

test("a refund beside a payment is told of, and never hides behind it", () => {
  for (const word of ["reversed", "refunding", "refunded", "refund_failed"]) {
    expect(reported(word).flags).toEqual([]);
    expect(reported("failed", word)).toMatchObject({ settlement: word, flags: [] });
    expect(reported("completed", word)).toMatchObject({ settlement: word, flags: ["refunded_after_paid"] });
  }
});

test("the most telling of the reports is shown", () => {
  const fromMost = [
    "refunded",
    "refund_failed",
    "refunding",
    "reversed",
    "failed",
    "on_hold",
    "processing",
    "deposit_short",
    "deposit_over",
    "deposit_late",
    "deposit_received",
    "expired",
    "cancelled_by_service",
    "awaiting_deposit",
  ];
  const asSent = (word: string) => (word === "cancelled_by_service" ? "cancelled" : word);
  fromMost.forEach((word, at) => {
    expect(reported(...fromMost.slice(at).map(asSent)).settlement).toBe(word);
  });
});

test("an address that a person chose proves that the transfer exists", () => {
  expect(fold(of("requested", "dispatched", "outcome_unknown", "address_chosen"))).toMatchObject({
    submission: "accepted",
    status: "accepted",
  });
});

describe("an address that the service contradicted", () => {
  const contradicted = [...created, ...of("contradicted")];

  test("is flagged until a person has chosen", () => {
    expect(fold(contradicted)).toMatchObject({ status: "accepted", flags: ["contradicting_address"] });
    expect(fold([...contradicted, ...of("address_chosen")])).toMatchObject({ status: "accepted", flags: [] });
    expect(fold([...contradicted, ...of("address_chosen", "contradicted")]).flags).toEqual([
      "contradicting_address",
    ]);
    expect(fold([...contradicted, ...of("note", "received")]).flags).toEqual(["contradicting_address"]);
  });
});

describe("who said it", () => {
  test("is whoever refused last", () => {
    const refused = (...sources: FoldableEvent["source"][]): FoldableEvent[] =>
      sources.map((source) => ({ kind: "rejected", source }));
    expect(fold([...of("requested"), ...refused("dashboard")]).statusSource).toBe("dashboard");
    expect(fold([...of("requested"), ...refused("dashboard", "service_answer")]).statusSource).toBe(
      "service_answer",
    );
    expect(fold([...of("requested"), ...refused(undefined)]).statusSource).toBe("service_answer");
    const noted: FoldableEvent = { kind: "note", source: "person" };
    expect(fold([...of("requested"), ...refused("dashboard"), noted]).statusSource).toBe("dashboard");
  });

  test("is whoever proved first that the transfer exists", () => {
    const unknown = of("requested", "dispatched", "outcome_unknown");
    const source = (...events: FoldableEvent[]) => fold([...unknown, ...events]).statusSource;
    const [silent] = said(null);
    if (silent === undefined) throw new Error("one event");
    expect(source(silent, ...of("accepted"))).toBe("service_callback");
    expect(source(...of("accepted"), silent)).toBe("service_answer");
    expect(source(...of("resolved_exists"), silent)).toBe("person");
    expect(source(...of("note", "resolved_exists", "accepted"))).toBe("person");
    const foreign: FoldableEvent = { kind: "callback", isQuarantined: true };
    expect(source(foreign, ...of("resolved_exists"))).toBe("person");
    expect(source(foreign, ...of("accepted"))).toBe("service_answer");
  });

  test("is the service where it has reported a word, whatever was known before", () => {
    expect(fold([...of("requested", "dispatched", "resolved_exists"), ...said("processing")])).toMatchObject({
      status: "processing",
      statusSource: "service_callback",
    });
  });
});

test("words that nobody knows are listed once each, in their order", () => {
  expect(reported("zed", "Quantum", "zed", "alpha", "completed").unknownWords).toEqual([
    "Quantum",
    "alpha",
    "zed",
  ]);
});

test("flags stand in one order, whatever came first", () => {
  const foreign: FoldableEvent = { kind: "callback", word: "completed", isQuarantined: true };
  const flags = ["contradicting_address", "foreign_callback", "late_deposit", "refunded_after_paid"];
  const events = [...of("contradicted"), foreign, ...said("completed", "expired", "refunded")];
  expect(fold([...created, ...events]).flags).toEqual(flags);
  expect(fold([...created, ...events.reverse()]).flags).toEqual(flags);
});

test("only a callback can be a foreign one", () => {
  expect(fold([...created, { kind: "note", isQuarantined: true }]).flags).toEqual([]);
});

test("dealt with is what a person has matched or marked, until something new", () => {
  expect(fold([...created, ...of("handled")]).isHandled).toBe(true);
  expect(fold([...created, ...of("handled", "note", "note")]).isHandled).toBe(true);
  expect(fold([...created, ...of("handled", "contradicted")]).isHandled).toBe(false);
  expect(fold(of("note")).isHandled).toBe(false);
  expect(fold(created).isHandled).toBe(false);
});

test("whatever a service reports has its place among the others", () => {
  expect([...precedence].sort()).toEqual([...settlements].sort());
});
