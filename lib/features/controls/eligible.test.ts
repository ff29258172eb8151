import { describe, expect, it } from "vitest";
import { rulesOf } from "#lib/testing/controls/made-up-rules";
import {
  approversFor,
  type Colleague,
  lacksOf,
  mayOthersConfirm,
  whoCannotMeet,
  wouldStrand,
} from "./eligible";
import type { Rules } from "./rules";

const now = "2026-11-25T12:00:00.000Z";
const tomorrow = "2026-11-26T12:00:00.000Z";
const person = (name: string, some: Partial<Colleague> = {}): Colleague => ({
  ...{ id: name, name, role: "finance", isDisabled: false, hasSecondFactor: true, approvesFrom: null },
  ...some,
});
const ada = person("Ada", { role: "admin" });
const obi = person("Obi");
const uche = person("Uche");
const needing = (approvals: number, by: string): Rules =>
  rulesOf({ tiers: [{ fromNaira: "1", approvals, by }] });

describe("who can approve", () => {
  it.each([
    ["finance", obi, []],
    ["an admin", ada, []],
    ["support", person("Sam", { role: "support" }), ["role"]],
    ["a disabled account", person("Sam", { isDisabled: true }), ["disabled"]],
    ["nobody without a second factor", person("Sam", { hasSecondFactor: false }), ["second_factor"]],
    ["nobody before the hold ends", person("Sam", { approvesFrom: tomorrow }), ["too_new"]],
    ["from the moment when the hold ends", person("Sam", { approvesFrom: now }), []],
    [
      "a long list",
      { ...person("Sam"), role: "support", isDisabled: true, hasSecondFactor: false },
      ["disabled", "role", "second_factor"],
    ],
  ] satisfies [string, Colleague, string[]][])("%s", (_, who, lacks) => {
    expect(lacksOf(who, now)).toEqual(lacks);
  });

  it("never the maker", () => {
    expect(approversFor("Ada", [ada, obi, uche], now)).toEqual({ people: 2, admins: 0 });
    expect(approversFor("Obi", [ada, obi, uche], now)).toEqual({ people: 2, admins: 1 });
    expect(approversFor("a command", [ada, obi, uche], now)).toEqual({ people: 3, admins: 1 });
  });
});

it("a name is confirmed by others only where somebody else is there who keeps payees", () => {
  const gone = person("Gone", { isDisabled: true });
  const sam = person("Sam", { role: "support" });
  expect(mayOthersConfirm("Ada", [ada, obi, gone])).toBe(true);
  expect(mayOthersConfirm("Ada", [ada, person("Bare", { hasSecondFactor: false })])).toBe(true);
  expect(mayOthersConfirm("Ada", [ada, gone, sam])).toBe(false);
});

describe("rules can be met", () => {
  it("if for every maker enough others can approve", () => {
    expect(whoCannotMeet(needing(1, "finance"), [ada, obi], now)).toEqual([]);
    expect(whoCannotMeet(needing(2, "finance"), [ada, obi, uche], now)).toEqual([]);
    expect(whoCannotMeet(rulesOf({ transferNaira: "1", personDayNaira: "1" }), [ada], now)).toEqual([]);
  });

  it("names each maker, who lacks what, and from when holds alone are in the way", () => {
    const people = [
      ada,
      person("Obi", { hasSecondFactor: false }),
      person("Uche", { approvesFrom: tomorrow }),
    ];
    const [first, ...others] = whoCannotMeet(needing(1, "finance"), people, now);
    expect(first).toMatchObject({ maker: ada, needed: { people: 1, admins: 0 }, from: tomorrow });
    expect(first?.others.map((each) => [each.person.name, each.lacks])).toEqual([
      ["Obi", ["second_factor"]],
      ["Uche", ["too_new"]],
    ]);
    expect(others).toEqual([]);
    expect(whoCannotMeet(needing(2, "finance"), people, now)[0]).toMatchObject({ from: null });
  });

  it("not by an admin alone, where only admins approve", () => {
    const unmet = whoCannotMeet(needing(1, "admin"), [ada, obi], now);
    expect(unmet.map(({ maker, others }) => [maker.name, others.map(({ lacks }) => lacks)])).toEqual([
      ["Ada", [["not_admin"]]],
    ]);
  });

  it("without regard to those who make nothing", () => {
    const sam = person("Sam", { role: "support" });
    const gone = person("Gone", { isDisabled: true });
    const unmet = whoCannotMeet(needing(1, "finance"), [obi, sam, gone], now);
    expect(unmet.map(({ maker }) => maker.name)).toEqual(["Obi"]);
    const without = [person("Ada", { hasSecondFactor: false }), gone, sam];
    expect(whoCannotMeet(needing(1, "finance"), without, now).map(({ maker }) => maker.name)).toEqual([
      "Ada",
    ]);
  });
});

describe("a change asks first", () => {
  const team = [ada, obi];
  const stranded = (rules: Rules, people: Colleague[], change: Parameters<typeof wouldStrand>[2]) =>
    wouldStrand(rules, people, change, now).map(({ maker, from }) => [maker.name, from]);

  it.each([
    ["disabling", { id: "Obi", isDisabled: true }, [["Ada", null]]],
    ["lowering", { id: "Obi", role: "support" }, [["Ada", null]]],
    ["taking the factor of", { id: "Obi", hasSecondFactor: false }, [["Ada", null]]],
    ["holding", { id: "Obi", approvesFrom: tomorrow }, [["Ada", tomorrow]]],
  ] satisfies [string, Parameters<typeof wouldStrand>[2], unknown][])(
    "%s the last one who can approve",
    (_, change, names) => {
      expect(stranded(needing(1, "finance"), team, change)).toEqual(names);
      expect(stranded(needing(1, "finance"), [...team, uche], change)).toEqual([]);
      expect(stranded(rulesOf({ transferNaira: "1" }), team, change)).toEqual([]);
    },
  );

  it("not again where nothing gets worse, and again where it lasts longer", () => {
    const alone = [ada, person("Obi", { approvesFrom: tomorrow })];
    const later = "2026-11-27T12:00:00.000Z";
    expect(stranded(needing(1, "finance"), alone, { id: "Ada", name: "Ada Eze" })).toEqual([]);
    expect(stranded(needing(1, "finance"), alone, { id: "Obi", approvesFrom: later })).toEqual([
      ["Ada", later],
    ]);
    expect(stranded(needing(1, "finance"), alone, { id: "Obi", isDisabled: true })).toEqual([["Ada", null]]);
    const gone = [ada, person("Obi", { isDisabled: true })];
    expect(stranded(needing(1, "finance"), gone, { id: "Obi", role: "support" })).toEqual([]);
  });
});
