import { describe, expect, it } from "vitest";
import { randomFrom } from "#lib/bench/seed/random";
import { casesOf } from "#lib/testing/cases";
import {
  at,
  minuteMs,
  networkSays,
  ourSays,
  said,
  shows,
  start,
  usualFacts,
  usualHouse,
  wordSays,
} from "#lib/testing/ledger/made-up-facts";
import { canonicalSettlement, settlements } from "#lib/transfer/status-words";
import { type FoldableEvent, fold } from "#lib/transfer/transfer-status";
import type { SeenDeposit, StandingFacts } from "./facts";
import { printOf } from "./print";
import { standingOf } from "./standing";

const house = { ...usualHouse, now: start + 10 * minuteMs };
const late = { ...usualHouse, now: start + 100_000 * minuteMs };

describe("what nobody knows", () => {
  const roots = [
    "quote",
    "kyc",
    "payout",
    "deposit",
    "transfer",
    "refund",
    "crypto",
    "order",
    "hold",
    "bank",
  ];
  const ends = [
    "_locked",
    "_frozen",
    ".not_completed",
    "-escrow",
    " 2",
    "_unclear",
    "ed?",
    "_пауза",
    "_🧊",
    "/x",
  ];
  const words = roots.flatMap((root) =>
    ends.flatMap((end) => [`${root}${end}`, `${end}${root}`.toUpperCase()]),
  );

  it("is closed and told, each of 200 words, whatever else stands", () => {
    expect(words.filter((word) => canonicalSettlement(word) === undefined)).toHaveLength(200);
    for (const word of words)
      for (const earlier of [[], ["awaiting_deposit"], ["paid"], ["processing"]])
        for (const say of Object.values(networkSays)) {
          const facts = say(said(...earlier, word)(usualFacts));
          const { invitation, due } = standingOf(facts, house);
          expect([word, invitation.isOpen, due.includes("unknown_word")]).toEqual([word, false, true]);
        }
  });

  it("can only close and tell: nothing opens or falls silent by a word, a shape or an encoding that is new", () => {
    const news: ((facts: StandingFacts) => StandingFacts)[] = [
      (facts) => ({
        ...facts,
        state: { ...facts.state, unknownWords: [...facts.state.unknownWords, "frozen"] },
        words: [...facts.words, { word: "frozen", meaning: undefined, firstAt: at(6) }],
      }),
      (facts) => ({ ...facts, unread: { count: facts.unread.count + 1, firstAt: at(6) } }),
      (facts) => ({ ...facts, network: { ...facts.network, hasUnreadPayment: true } }),
      (facts) => ({ ...facts, doubts: [...facts.doubts, "status"] }),
    ];
    for (const word of Object.values(wordSays))
      for (const network of Object.values(networkSays))
        for (const ours of Object.values(ourSays))
          for (const change of news) {
            const before = ours(network(word(usualFacts)));
            const facts = change(before);
            // It was there already.
            if (printOf(facts) === printOf(before)) continue;
            const { invitation, due } = standingOf(facts, house);
            expect(invitation.isOpen).toBe(false);
            expect(due.length).toBeGreaterThan(0);
          }
  });
});

type Life = {
  words: { word: string; at: string }[];
  deposits: SeenDeposit[];
  more: Partial<StandingFacts>;
};

/** Some words, each at its own time, and some payments. */
function randomLife(random: () => number): Life {
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;
  const known = settlements.map((word) => (word === "cancelled_by_service" ? "cancelled" : word));
  return {
    words: Array.from({ length: Math.floor(random() * 5) }, (_, place) => ({
      word: random() < 0.1 ? pick(["frozen", "quote_locked"]) : pick(known),
      at: at(1 + place),
    })),
    deposits: Array.from({ length: Math.floor(random() * 4) }, () => ({
      isOwnToken: random() < 0.85,
      isAtAddress: random() < 0.9,
      units: pick([100n, 60n, 40n, 1n, 160n]),
      state: pick(["seen", "confirmed", "confirmed", "gone"] as const),
      blockTime: at(2 + Math.floor(random() * 200)),
    })),
    more: {
      unread: random() < 0.1 ? { count: 1, firstAt: at(3) } : { count: 0, firstAt: null },
      doubts: random() < 0.1 ? ["amount"] : [],
      hasDropped: random() < 0.05,
      isRepeated: random() < 0.05,
      reported: random() < 0.2 ? pick([100n, 99n, 60n]) : null,
    },
  };
}

/** As they came in this order; each keeps its own time. */
function factsOf({ words, deposits, more }: Life): StandingFacts {
  const sent: FoldableEvent[] = [{ kind: "requested" }, { kind: "dispatched" }, { kind: "accepted" }];
  const reports: FoldableEvent[] = words.map(({ word }) => ({ kind: "callback", word }));
  const first = new Map<string, StandingFacts["words"][number]>();
  for (const { word, at: firstAt } of words) {
    const meaning = canonicalSettlement(word);
    const before = first.get(meaning ?? word);
    if (before === undefined || firstAt < before.firstAt)
      first.set(meaning ?? word, { word, meaning, firstAt });
  }
  const confirmedAt = deposits.some(({ state }) => state === "confirmed") ? at(210) : null;
  return {
    ...{ ...usualFacts, ...more, state: fold([...sent, ...reports]), words: [...first.values()] },
    ...{ deposits, confirmedAt },
  };
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

const lives = casesOf(10_000);

it(`stands the same whatever came first, in ${lives} lives`, () => {
  const random = randomFrom(41);
  let told = 0;
  for (let count = 0; count < lives; count++) {
    const life = randomLife(random);
    const other = {
      ...life,
      words: shuffled(life.words, random),
      deposits: shuffled(life.deposits, random),
    };
    const [one, two] = [factsOf(life), factsOf(other)];
    for (const moment of [house, late]) {
      const standing = standingOf(one, moment);
      expect(standingOf(two, moment)).toEqual(standing);
      if (standing.due.length > 0) told += 1;
    }
  }
  expect(told).toBeGreaterThan(lives / 2);
});

describe("an ordinary life", () => {
  const opened = (facts: StandingFacts) => standingOf(facts, house).invitation;
  const lives: Record<string, StandingFacts> = {
    young: usualFacts,
    "one that the service waits for": said("awaiting_deposit")(usualFacts),
    "seen at once": shows([100n, "seen"])(usualFacts),
    "just arrived": shows([100n])(usualFacts),
    "in two parts, and reported": shows([60n], [40n])(said("deposit_received")(usualFacts)),
    "under way": shows([100n])(said("deposit_received", "processing")(usualFacts)),
    paid: shows([100n])(said("deposit_received", "processing", "paid")(usualFacts)),
    "paid, and nobody looks": networkSays["nobody looks"]?.(said("paid")(usualFacts)) ?? usualFacts,
    "paid, less the fee": { ...shows([100n])(said("paid")(usualFacts)), reported: 99n },
    "gone, and back": shows([100n, "gone"], [100n])(said("processing")(usualFacts)),
    "in the wallet's hands": ourSays["wallet sent"]?.(usualFacts) ?? usualFacts,
    "not funded": ourSays.stopped?.(usualFacts) ?? usualFacts,
    expired: said("awaiting_deposit", "expired")(usualFacts),
    cancelled: wordSays.cancelled?.(usualFacts) ?? usualFacts,
    rejected: wordSays.rejected?.(usualFacts) ?? usualFacts,
  };

  it.each(Object.entries(lives))("needs nobody: %s", (_name, facts) => {
    expect(standingOf(facts, house).due).toEqual([]);
  });

  it("that stands still is one line once nobody reports: no_deposit and chain_unreported are told under it", () => {
    for (const facts of [usualFacts, shows([100n])(usualFacts)])
      expect(standingOf(facts, { ...late, isUnheard: true }).due).toEqual(["unheard"]);
    expect(standingOf(usualFacts, late).due).toEqual(["no_deposit"]);
    expect(standingOf(shows([100n])(usualFacts), late).due).toEqual(["chain_unreported"]);
  });

  it("that is closed is told for the reason that closed it alone", () => {
    const told = (facts: StandingFacts | undefined) => standingOf(facts ?? usualFacts, house).due;
    expect(told(ourSays.unread?.(usualFacts))).toEqual(["update_unread"]);
    expect(told(networkSays["a payment that can't be read"]?.(usualFacts))).toEqual(["network_blind"]);
    expect(told({ ...usualFacts, doubts: ["amount"] })).toEqual(["creation_doubt"]);
    expect(told(networkSays["wrong token"]?.(usualFacts))).toEqual(["chain_wrong_token"]);
    // Nothing that has a name of its own.
    expect(told(networkSays["wrong token, gone"]?.(usualFacts))).toEqual(["stuck"]);
  });

  it("that is closed without harm can be opened by one act of finance", () => {
    const harmless = [
      said("quote_locked")(usualFacts),
      { ...usualFacts, unread: { count: 1, firstAt: at(3) } },
      shows([1n])(usualFacts),
      shows([60n])(said("deposit_short")(usualFacts)),
      shows([100n, "gone"])(usualFacts),
      { ...usualFacts, doubts: ["amount"] },
      ourSays.stopped?.(usualFacts) ?? usualFacts,
    ];
    for (const facts of harmless) expect(opened(facts)).toMatchObject({ isOpen: false, canOpen: true });
    const after = standingOf(usualFacts, { ...house, now: start + 40 * minuteMs }).invitation;
    expect(after).toMatchObject({ isOpen: false, bar: "window", canOpen: true });
  });

  it("that lost money, or may, is opened by nobody", () => {
    const never = [
      ...["wrong token", "elsewhere", "exact", "over", "seen", "a payment that can't be read"].map(
        (name) => networkSays[name]?.(usualFacts) ?? usualFacts,
      ),
      ...["expired", "paid", "failed", "on_hold"].map((word) => said(word)(usualFacts)),
      ...["wallet asked", "wallet unsure", "wallet sent"].map(
        (name) => ourSays[name]?.(usualFacts) ?? usualFacts,
      ),
    ];
    for (const facts of never) expect(opened(facts)).toMatchObject({ isOpen: false, canOpen: false });
  });

  it("that a person has opened closes with the next fact, of whatever kind", () => {
    const short = shows([60n])(usualFacts);
    const again = ourSays.opened?.(short) ?? short;
    expect(standingOf(again, house)).toMatchObject({ invitation: { isOpen: true, units: 40n }, due: [] });
    const next: StandingFacts[] = [
      { ...again, deposits: shows([60n], [40n, "seen"])(usualFacts).deposits },
      { ...again, deposits: shows([60n], [5n, "seen", { isOwnToken: false }])(usualFacts).deposits },
      { ...again, unread: { count: 1, firstAt: at(6) } },
      { ...again, doubts: ["network"] },
      { ...again, hasDropped: true },
      { ...again, reported: 60n },
    ];
    for (const facts of next) expect(standingOf(facts, house).invitation.isOpen).toBe(false);
  });
});
