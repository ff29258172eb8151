import { describe, expect, it } from "vitest";
import { randomFrom } from "#lib/bench/seed/random";
import { compareAmounts } from "#lib/money/amount";
import { type Amount, subtractAmounts } from "#lib/money/money";
import { casesOf } from "#lib/testing/cases";
import {
  amount,
  before as earlier,
  madeUpFacts,
  madeUpRules,
  type Random,
  rulesOf,
} from "#lib/testing/controls/made-up-rules";
import { type ChangeFacts, type PayoutFacts, type Requirement, requirementOf } from "./requirement";
import { noRules, type Rules } from "./rules";
import { isTighter } from "./tighter";

type Facts = PayoutFacts | ChangeFacts;

/** By what comes of them, and not by the rules themselves. */
function isAtLeastAsStrict(after: Requirement, before: Requirement): boolean {
  if (after.answer === "refused" || before.answer === "pass") return true;
  if (after.answer === "pass" || before.answer === "refused") return false;
  return after.needed.people >= before.needed.people && after.needed.admins >= before.needed.admins;
}

const isLooserFor = (before: Rules, after: Rules) => (facts: Facts) =>
  !isAtLeastAsStrict(requirementOf(after, facts), requirementOf(before, facts));

/** The rules with some fields made a little tighter or looser, or taken from others. */
function changed(random: Random, rules: Rules): Rules {
  const other = madeUpRules(random);
  const fields = Object.keys(rules).filter((name): name is keyof Rules => name in noRules);
  const taken = fields.filter(() => random() < 0.25).map((name) => [name, other[name]]);
  const after: Rules = { ...rules, ...Object.fromEntries(taken) };
  if (random() < 0.3) after.tiers = after.tiers.map((tier) => ({ ...tier, approvals: 2 }));
  if (random() < 0.3) after.tiers = after.tiers.slice(1);
  return after;
}

const cases = casesOf(100_000);

it(`is never said of rules that let any of ${cases} random payouts through more easily`, () => {
  const random = randomFrom(40);
  let tighter = 0;
  for (let at = 0; at < cases; at++) {
    const before = madeUpRules(random);
    const after = changed(random, before);
    if (!isTighter(before, after)) continue;
    tighter++;
    const facts = madeUpFacts(random);
    if (isLooserFor(before, after)(facts)) expect({ before, after, facts }).toBe("as strict");
  }
  expect(tighter).toBeGreaterThan(cases / 5);
});

const now = "2026-11-25T12:00:00.000Z";
const least = amount("0.01");

/** Payouts around each amount of both rules, each to where few other rules look. */
function telling(before: Rules, after: Rules): Facts[] {
  const amounts = [before, after].flatMap(({ tiers, nameConfirmed, ...limits }) => [
    ...[...tiers, nameConfirmed].flatMap((rule) => rule?.fromNaira ?? []),
    ...[limits.personDayNaira, limits.transferNaira, limits.businessDayNaira].flatMap((rule) => rule ?? []),
  ]);
  const points = amounts.flatMap((one) => [
    one,
    subtractAmounts(one, least),
    amount(`${Number(one) + 0.01}`),
  ]);
  const usual: PayoutFacts = {
    ...{ kind: "payout", accounts: [], personDay: amount("0"), businessDay: null },
    ...{ approvers: { people: 3, admins: 3 }, canOthersConfirm: true, now },
  };
  const one = (
    naira: Amount | null,
    some: { elsewhere?: Amount; isKnown?: boolean; hours?: number } = {},
  ) => {
    const { elsewhere = amount("0"), isKnown = true, hours = 10_000 } = some;
    const payee = { confirmed: { at: now, isByMaker: false } };
    const accountSince = earlier(now, hours * 3_600_000);
    return { elsewhere, isKnown, lines: [{ key: "it", naira, accountSince, payee }] };
  };
  const confirmed = (months: number | null) => {
    const date = new Date(now);
    date.setUTCMonth(date.getUTCMonth() - (months ?? 0));
    return months === null ? null : { at: date.toISOString(), isByMaker: false };
  };
  const named = (elsewhere: Amount, months: number | null) => {
    const [line] = one(least).lines.map((each) => ({
      ...each,
      payee: { ...each.payee, confirmed: confirmed(months) },
    }));
    return { elsewhere, isKnown: true, lines: line ? [line] : [] };
  };
  const young = [0.5, 12, 30, 10_000].flatMap((hours) =>
    [true, false].flatMap((isKnown) => [one(null, { hours, isKnown }), one(least, { hours, isKnown })]),
  );
  return [
    { kind: "payee_change", approvers: usual.approvers },
    ...young.map((account) => ({ ...usual, accounts: [account] })),
    ...points
      .filter((point) => compareAmounts(point, least) >= 0)
      .flatMap((point): Facts[] => {
        const rest = subtractAmounts(point, least);
        return [
          { ...usual, accounts: [one(least, { elsewhere: rest })] },
          { ...usual, accounts: [one(point)] },
          { ...usual, accounts: [one(least)], personDay: rest },
          { ...usual, accounts: [one(least)], businessDay: rest },
          ...[0, 3, 9, 20, null].map((months) => ({ ...usual, accounts: [named(rest, months)] })),
        ];
      }),
  ];
}

/** Whether some rule of the first is looser in the second where all others are off. */
function looserAlone(before: Rules, after: Rules): (keyof Rules)[] {
  const fields = Object.keys(before).filter((name): name is keyof Rules => name in noRules);
  return fields.filter((name) => {
    const alone = (rules: Rules): Rules => ({ ...noRules, [name]: rules[name] });
    const [a, b] = [alone(before), alone(after)];
    return telling(a, b).some(isLooserFor(a, b));
  });
}

it("agrees with what comes of the rules, but for what a tier from the least amount hides", () => {
  const random = randomFrom(41);
  const counts = { tighter: 0, looser: 0, hidden: 0 };
  for (let at = 0; at < 400; at++) {
    const before = madeUpRules(random);
    const after = changed(random, before);
    const isLooser = telling(before, after).some(isLooserFor(before, after));
    const alone = looserAlone(before, after);
    // Field by field, the judgement and what comes of it are one.
    if (isTighter(before, after) !== (alone.length === 0)) expect({ before, after, alone }).toBe("alike");
    const outcome = isTighter(before, after) ? "tighter" : isLooser ? "looser" : "hidden";
    if (outcome === "tighter" && isLooser) expect({ before, after }).toBe("as strict");
    // Everything waits already, so what waits for less changes nothing: until that tier goes.
    const [a, b]: [Rules, Rules] = [
      { ...before, tiers: [] },
      { ...after, tiers: [] },
    ];
    if (outcome === "hidden" && !telling(a, b).some(isLooserFor(a, b)))
      expect({ before, after }).toBe("looser without tiers");
    counts[outcome]++;
  }
  expect(counts.tighter).toBeGreaterThan(100);
  expect(counts.looser).toBeGreaterThan(100);
});

describe("anything that is not tighter in every field is loosening", () => {
  const tiers = (...all: [from: string, approvals: number, by: string][]) =>
    rulesOf({ tiers: all.map(([fromNaira, approvals, by]) => ({ fromNaira, approvals, by })) });
  it.each([
    ["a lower amount", tiers(["1000", 1, "finance"]), tiers(["999.99", 1, "finance"]), true],
    [
      "the same amount, written otherwise",
      tiers(["1000", 1, "finance"]),
      tiers(["1000.00", 1, "finance"]),
      true,
    ],
    ["a higher amount", tiers(["1000", 1, "finance"]), tiers(["1000.01", 1, "finance"]), false],
    ["an admin", tiers(["1000", 1, "finance"]), tiers(["1000", 1, "admin"]), true],
    ["one admin for two people", tiers(["1000", 2, "finance"]), tiers(["1000", 1, "admin"]), false],
    [
      "one more tier",
      tiers(["1000", 1, "finance"]),
      tiers(["5000", 2, "admin"], ["1000", 1, "finance"]),
      true,
    ],
    [
      "a tier that another covers",
      tiers(["1000", 2, "admin"], ["5000", 1, "finance"]),
      tiers(["1000", 2, "admin"]),
      true,
    ],
    [
      "one tier less",
      tiers(["1000", 1, "finance"], ["5000", 2, "finance"]),
      tiers(["1000", 1, "finance"]),
      false,
    ],
    ["a limit", rulesOf({}), rulesOf({ transferNaira: "1" }), true],
    ["no limit", rulesOf({ businessDayNaira: "1" }), rulesOf({}), false],
    [
      "one limit up, one down",
      rulesOf({ personDayNaira: "10", transferNaira: "10" }),
      rulesOf({ personDayNaira: "5", transferNaira: "11" }),
      false,
    ],
    [
      "more hours",
      rulesOf({ newAccount: { coolOffHours: 24 } }),
      rulesOf({ newAccount: { coolOffHours: 25 } }),
      true,
    ],
    [
      "fewer hours",
      rulesOf({ newAccount: { coolOffHours: 24 } }),
      rulesOf({ newAccount: { coolOffHours: 23 } }),
      false,
    ],
    [
      "more months",
      rulesOf({ nameConfirmed: { fromNaira: "10", months: 6 } }),
      rulesOf({ nameConfirmed: { fromNaira: "5", months: 7 } }),
      false,
    ],
    ["changes of payees that no longer wait", rulesOf({ payeeChange: true }), rulesOf({}), false],
  ])("%s", (_, before, after, isSo) => {
    expect(isTighter(before, after)).toBe(isSo);
  });
});
