import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import {
  addressSays,
  houseSays,
  minuteMs,
  networkSays,
  ourSays,
  type Says,
  start,
  usualFacts,
  usualHouse,
  wordSays,
} from "#lib/testing/ledger/made-up-facts";
import { isOpenByLaw, isQuietByLaw } from "#lib/testing/ledger/standing-oracle";
import { type AttentionReason, attentionReasons } from "#lib/transfer/attention-reasons";
import type { House, StandingFacts } from "./facts";
import { isCovered, printOf } from "./print";
import { rulesVersion, standingOf, storedStandingOf } from "./standing";

type Combination = { name: string; facts: StandingFacts };

/** Every combination of what these sources say. */
function combine(...sources: Says[]): Combination[] {
  return sources
    .reduce<Combination[]>(
      (all, says) =>
        all.flatMap(({ name, facts }) =>
          Object.entries(says).map(([own, say]) => ({ name: `${name} / ${own}`, facts: say(facts) })),
        ),
      [{ name: "", facts: usualFacts }],
    )
    .map(({ name, facts }) => ({ name, facts: withoutAddress(facts) }));
}

/** Where there is no address, no wallet was asked, and money that was found came to another one. */
function withoutAddress(facts: StandingFacts): StandingFacts {
  if (facts.address !== null) return facts;
  return {
    ...facts,
    funding: null,
    unapprovableSince: null,
    deposits: facts.deposits.map((each) => ({ ...each, isAtAddress: false })),
  };
}

/** What people did comes last: it is about what stands. */
const combinations = [
  ...combine(wordSays, networkSays, addressSays),
  ...combine(wordSays, networkSays, ourSays),
  ...combine(wordSays, addressSays, ourSays),
];
/** Around each moment at which time alone changes something. */
const moments = [1, 7, 13, 14, 18, 22, 29, 31, 34, 45, 66, 71, 130].map(
  (minute) => start + minute * minuteMs,
);

/** By the facts: nothing came since a person acted, or an earlier act is older than all that makes news. */
function actsOf(facts: StandingFacts) {
  const { settled, opened } = facts.acts;
  const isWhole = (print: string | undefined | null) => print != null && isCovered(printOf(facts), print);
  return { isSettled: isWhole(settled), isOpened: isWhole(opened?.print) };
}

type Judgement = { law: "asked" | "told"; fault: string };

/** What the standing says, held against the laws: each is computed once, for both of them. */
function judge(facts: StandingFacts, house: House): Judgement[] {
  const { invitation, due } = standingOf(facts, house);
  const acts = actsOf(facts);
  const told = faultOfReasons(due, isQuietByLaw({ facts, house }, acts));
  const isRightlyAsked = invitation.isOpen === isOpenByLaw({ facts, house }, acts.isOpened);
  return [
    ...(isRightlyAsked ? [] : [{ law: "asked" as const, fault: invitation.isOpen ? "open" : "closed" }]),
    ...(told === undefined ? [] : [{ law: "told" as const, fault: told }]),
  ];
}

function faultOfReasons(due: readonly AttentionReason[], isQuiet: boolean): string | undefined {
  const places = due.map((reason) => attentionReasons.indexOf(reason));
  if (places.some((place, index) => place < 0 || place <= (places[index - 1] ?? -1))) return "order";
  if (isQuiet === (due.length === 0)) return undefined;
  return isQuiet ? `quiet, yet ${due}` : "not quiet, no reason";
}

describe("on every combination of what the sources say", () => {
  const faults = { asked: [] as string[], told: [] as string[] };
  let judged = 0;

  beforeAll(() => {
    for (const [place, { name, facts }] of combinations.entries())
      for (const [turn, [own, house]] of Object.entries(houseSays).entries())
        for (const [moment, now] of moments.entries()) {
          // Each combination at some moments, and in some houses: its neighbours are judged at the others.
          if ((place + moment) % 4 !== 0 || (turn > 0 && (place + turn + moment) % 5 !== 0)) continue;
          judged += 1;
          for (const { law, fault } of judge(facts, { ...usualHouse, ...house, now }))
            faults[law].push(`${name} / ${own} / ${(now - start) / minuteMs}: ${fault}`);
        }
  });

  it("money is asked for where the short list says so or a person opened it, and nowhere else", () => {
    expect(combinations.length).toBeGreaterThan(15_000);
    expect(judged).toBeGreaterThan(3 * combinations.length);
    expect([faults.asked.length, ...faults.asked.slice(0, 25)]).toEqual([0]);
  });

  it("what is not on the short list of quiet has one first reason, and what is has none", () => {
    expect([faults.told.length, ...faults.told.slice(0, 25)]).toEqual([0]);
  });
});

/** Of what is stored of every combination, by the rules of this version. */
const written = { rulesVersion: 4, print: "4cc7464b44163477" };
const advice =
  "What is stored of a transfer is another one: raise rulesVersion in standing.ts, or ledgers keep what the rules of before wrote. Where only a case came to made-up-facts.ts, take the print alone";

it("what is stored changes only with the version of the rules, by which ledgers are written again", () => {
  const stored = combinations.map(({ facts }) => storedStandingOf(facts));
  const print = createHash("sha256").update(JSON.stringify(stored)).digest("hex").slice(0, 16);
  expect({ rulesVersion, print }, advice).toEqual(written);
});
