import { describe, expect, it } from "vitest";
import { randomFrom } from "#lib/bench/seed/random";
import { toUnits } from "#lib/money/units";
import { casesOf } from "#lib/testing/cases";
import { amount, madeUpFacts, madeUpRules, type Random, rulesOf } from "#lib/testing/controls/made-up-rules";
import { type Approvers, stricterOf } from "./approvers";
import {
  type ChangeFacts,
  type Fault,
  type PayoutFacts,
  type Requirement,
  requirementOf,
} from "./requirement";
import type { Rules } from "./rules";

/**
 * The table of rules, written a second time and as plainly as it reads: in the smallest unit, line by line, by trying every
 * number of approvals. It knows nothing of the function but its types.
 */
function byTheTable(rules: Rules, facts: PayoutFacts | ChangeFacts): Requirement["answer"] | Verdict {
  const demands: { count: number; by: "finance" | "admin" }[] = [];
  const reasons: string[] = [];
  const refusals: string[] = [];
  const ask = (reason: string, count: number, by: "finance" | "admin") => {
    demands.push({ count, by });
    reasons.push(reason);
  };
  if (facts.kind === "payee_change") {
    if (rules.payeeChange) ask("payee_change", 1, "finance");
  } else {
    const units = (text: string) => toUnits(text, 6);
    const lines: {
      account: number;
      key: string;
      naira: bigint | null;
      since: string | null;
      payee: Payee;
    }[] = [];
    facts.accounts.forEach((account, at) => {
      for (const { key, naira, payee, accountSince: since } of account.lines)
        lines.push({ account: at, key, payee, since, naira: naira === null ? null : units(naira) });
    });
    let total = 0n;
    for (const { naira } of lines) total += naira ?? 0n;

    const isNairaRuleOn =
      rules.tiers.length +
        Number(rules.nameConfirmed !== null) +
        Number(rules.personDayNaira !== null) +
        Number(rules.transferNaira !== null) +
        Number(rules.businessDayNaira !== null) >
      0;
    for (const { key, naira, account, payee, since } of lines) {
      const { elsewhere, isKnown } = facts.accounts[account] ?? nothing();
      let toAccount = units(elsewhere);
      for (const other of lines) if (other.account === account) toAccount += other.naira ?? 0n;

      if (naira === null && isNairaRuleOn) refusals.push(`no_quote ${key}`);
      for (const { fromNaira, approvals, by } of rules.tiers) {
        if (toAccount >= units(fromNaira)) ask(`account_sum ${key}`, approvals, by);
        if (lines.length > 1 && total >= units(fromNaira)) ask("batch_sum", approvals, by);
      }
      if (rules.newAccount !== null) {
        const isYoung =
          since !== null &&
          (Date.parse(facts.now) - Date.parse(since)) / 3_600_000 < rules.newAccount.coolOffHours;
        if (!isKnown) ask(`first_to_account ${key}`, 1, "finance");
        else if (isYoung) ask(`account_changed ${key}`, 1, "finance");
      }
      if (rules.transferNaira !== null && naira !== null && naira > units(rules.transferNaira))
        refusals.push(`limit_reached transfer ${key} ${rules.transferNaira}`);
      if (rules.nameConfirmed !== null && toAccount >= units(rules.nameConfirmed.fromNaira)) {
        if (payee === null) refusals.push(`name_unconfirmed not_saved ${key}`);
        else if (payee.confirmed === null) refusals.push(`name_unconfirmed never ${key}`);
        else if (isOlderThan(payee.confirmed.at, rules.nameConfirmed.months, facts.now))
          refusals.push(`name_unconfirmed too_old ${key}`);
        else if (payee.confirmed.isByMaker && facts.canOthersConfirm)
          refusals.push(`name_unconfirmed by_maker ${key}`);
      }
    }
    if (rules.personDayNaira !== null && units(facts.personDay) + total > units(rules.personDayNaira)) {
      if (facts.approvers.admins > 0) ask("person_day", 1, "admin");
      else refusals.push(`limit_reached person_day ${figures(rules.personDayNaira, facts.personDay)}`);
    }
    if (rules.businessDayNaira !== null && facts.businessDay !== null)
      if (units(facts.businessDay) + total > units(rules.businessDayNaira))
        refusals.push(`limit_reached business_day ${figures(rules.businessDayNaira, facts.businessDay)}`);
  }

  const needed = fewest(demands);
  const { people, admins } = facts.approvers;
  if (people < needed.people || admins < needed.admins) refusals.push("no_approver");
  if (refusals.length > 0) return { refusals: unique(refusals) };
  return reasons.length === 0 ? "pass" : { needed, reasons: unique(reasons) };
}

type Payee = PayoutFacts["accounts"][number]["lines"][number]["payee"];
type Verdict = { refusals: string[] } | { needed: Approvers; reasons: string[] };
const nothing = () => ({ elsewhere: amount("0"), isKnown: false });
const unique = (texts: string[]) => [...new Set(texts)].sort();

/** What is left as the difference, or nothing. */
function figures(limit: string, used: string): string {
  const left = toUnits(limit, 6) - toUnits(used, 6);
  return `${toUnits(limit, 6)} ${toUnits(used, 6)} ${left < 0n ? 0n : left}`;
}

/** By the calendar of UTC: the last day of a month that has no such day. */
function isOlderThan(at: string, months: number, now: string): boolean {
  const date = new Date(at);
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate();
  const end = new Date(at);
  end.setUTCFullYear(Math.floor(month / 12), month % 12, Math.min(date.getUTCDate(), lastDay));
  return Date.parse(now) > end.getTime();
}

/** Tries one approval more each time, until every demand is met by those among them who may meet it. */
function fewest(demands: readonly { count: number; by: "finance" | "admin" }[]): Approvers {
  for (const people of [0, 1, 2])
    for (let admins = 0; admins <= people; admins++)
      if (demands.every(({ count, by }) => (by === "admin" ? admins : people) >= count))
        return { people, admins };
  throw new Error("No rule needs more than two.");
}

/** The function's answer in the table's words. */
function verdictOf(requirement: Requirement): Requirement["answer"] | Verdict {
  if (requirement.answer === "pass") return "pass";
  if (requirement.answer === "refused") return { refusals: unique(requirement.faults.flatMap(faultTexts)) };
  const { needed, reasons } = requirement;
  const texts = reasons.flatMap((reason) =>
    "lines" in reason ? reason.lines.map((key) => `${reason.rule} ${key}`) : [reason.rule],
  );
  return { needed, reasons: unique(texts) };
}

function faultTexts(fault: Fault): string[] {
  if (fault.problem === "no_approver") return ["no_approver"];
  if (fault.problem === "no_quote") return fault.lines.map((key) => `no_quote ${key}`);
  if (fault.problem === "name_unconfirmed")
    return fault.lines.map((key) => `name_unconfirmed ${fault.why} ${key}`);
  if (fault.of === "transfer")
    return fault.lines.map((key) => `limit_reached transfer ${key} ${fault.limit}`);
  const { limit, used, left } = fault;
  return [`limit_reached ${fault.of} ${[limit, used, left].map((text) => toUnits(text, 6)).join(" ")}`];
}

const cases = casesOf(100_000);

it(`agrees with the table on ${cases} random rules and facts`, () => {
  const random = randomFrom(38);
  const seen = new Map<string, number>();
  for (let at = 0; at < cases; at++) {
    const [rules, facts] = [madeUpRules(random), madeUpFacts(random)];
    const requirement = requirementOf(rules, facts);
    const verdict = verdictOf(requirement);
    const expected = byTheTable(rules, facts);
    if (JSON.stringify(verdict) !== JSON.stringify(expected))
      expect({ verdict, rules, facts }).toEqual({ verdict: expected, rules, facts });
    for (const kind of kindsOf(requirement)) seen.set(kind, (seen.get(kind) ?? 0) + 1);
  }
  // Each way to answer was met often.
  expect([...seen.keys()].sort()).toEqual(allKinds);
  expect([...seen].filter(([, count]) => count < (3 * cases) / 1_000)).toEqual([]);
});

const allKinds = [
  ...[
    "pass",
    "refused business_day",
    "refused name by_maker",
    "refused name never",
    "refused name not_saved",
  ],
  ...["refused name too_old", "refused no_approver", "refused no_quote", "refused person_day"],
  ...["refused transfer", "waits 1/0", "waits 1/1", "waits 2/0", "waits 2/1", "waits 2/2"],
  ...["why account_changed", "why account_sum", "why batch_sum", "why first_to_account", "why payee_change"],
  "why person_day",
];

function kindsOf(requirement: Requirement): string[] {
  if (requirement.answer === "pass") return ["pass"];
  if (requirement.answer === "refused")
    return requirement.faults.map((fault) => {
      if (fault.problem === "limit_reached") return `refused ${fault.of}`;
      return fault.problem === "name_unconfirmed" ? `refused name ${fault.why}` : `refused ${fault.problem}`;
    });
  const { needed, reasons } = requirement;
  return [`waits ${needed.people}/${needed.admins}`, ...reasons.map(({ rule }) => `why ${rule}`)];
}

it("answers the same in any order of tiers, accounts and lines", () => {
  const random = randomFrom(39);
  for (let at = 0; at < 2_000; at++) {
    const [rules, facts] = [madeUpRules(random), madeUpFacts(random)];
    const otherRules = { ...rules, tiers: shuffled(random, rules.tiers) };
    const answer = requirementOf(otherRules, inOtherOrder(random, facts));
    expect(answer).toEqual(requirementOf(rules, facts));
  }
});

function inOtherOrder(random: Random, facts: PayoutFacts | ChangeFacts): PayoutFacts | ChangeFacts {
  if (facts.kind === "payee_change") return facts;
  const accounts = facts.accounts.map((one) => ({ ...one, lines: shuffled(random, one.lines) }));
  return { ...facts, accounts: shuffled(random, accounts) };
}

function shuffled<Value>(random: Random, values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

const ofOne = (
  naira: string | null,
  some: Partial<PayoutFacts> & { elsewhere?: string } = {},
): PayoutFacts => ({
  kind: "payout",
  accounts: [
    {
      elsewhere: amount(some.elsewhere ?? "0"),
      isKnown: true,
      lines: [{ key: "it", naira: naira === null ? null : amount(naira), accountSince: null, payee: null }],
    },
  ],
  ...{ personDay: amount("0"), businessDay: amount("0"), approvers: { people: 3, admins: 1 } },
  ...{ canOthersConfirm: true, now: "2026-11-25T12:00:00.000Z" },
  ...some,
});
const million = { tiers: [{ fromNaira: "1000000", approvals: 1, by: "finance" }] };

describe("a tier", () => {
  it.each([
    ["200000", "799999.99", "pass"],
    ["200000", "800000", "waits"],
    ["1000000", "0", "waits"],
    ["999999.999999", "0", "pass"],
  ])("takes %s and %s within 24 hours as one sum: %s", (naira, elsewhere, answer) => {
    expect(requirementOf(rulesOf(million), ofOne(naira, { elsewhere })).answer).toBe(answer);
  });

  it("says what it is about, and doesn't repeat what a higher one says", () => {
    const tiers = [...million.tiers, { fromNaira: "5000000", approvals: 2, by: "finance" }];
    expect(requirementOf(rulesOf({ tiers }), ofOne("6000000", { elsewhere: "0.5" }))).toEqual({
      answer: "waits",
      needed: { people: 2, admins: 0 },
      reasons: [
        {
          ...{ rule: "account_sum", fromNaira: "5000000", largest: "6000000.5", lines: ["it"] },
          needed: { people: 2, admins: 0 },
        },
      ],
    });
  });
});

describe("a limit", () => {
  const rules = rulesOf({ businessDayNaira: "500000" });
  it("lets exactly as much pass, and not the least more", () => {
    expect(requirementOf(rules, ofOne("100000", { businessDay: amount("400000") })).answer).toBe("pass");
    expect(requirementOf(rules, ofOne("100000.01", { businessDay: amount("400000") }))).toEqual({
      answer: "refused",
      faults: [
        { problem: "limit_reached", of: "business_day", limit: "500000", used: "400000", left: "100000" },
      ],
    });
  });

  it("has nothing left where it was passed", () => {
    expect(requirementOf(rules, ofOne("1", { businessDay: amount("600000") }))).toMatchObject({
      faults: [{ used: "600000", left: "0" }],
    });
  });
});

it("without any rule everything passes, also without a quote", () => {
  expect(requirementOf(rulesOf({}), ofOne(null, { approvers: { people: 0, admins: 0 } }))).toEqual({
    answer: "pass",
  });
});

it("the stricter of two is what satisfies both: commutative, associative, and never less than either", () => {
  const all: Approvers[] = [0, 1, 2].flatMap((people) => [0, 1, 2].map((admins) => ({ people, admins })));
  for (const a of all)
    for (const b of all) {
      const both = stricterOf(a, b);
      expect(both).toEqual(stricterOf(b, a));
      expect([both.people >= a.people, both.admins >= a.admins]).toEqual([true, true]);
      expect(all.filter((one) => one.people >= both.people && one.admins >= both.admins)).toEqual(
        all.filter((one) => [a, b].every((each) => one.people >= each.people && one.admins >= each.admins)),
      );
      for (const c of all) expect(stricterOf(stricterOf(a, b), c)).toEqual(stricterOf(a, stricterOf(b, c)));
    }
});
