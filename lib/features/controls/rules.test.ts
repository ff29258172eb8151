import { describe, expect, it } from "vitest";
import { readJson } from "#lib/contract/wire";
import { rulesOf } from "#lib/testing/controls/made-up-rules";
import { mostNeeded, needsNaira, noRules, Rules } from "./rules";

const tier = { fromNaira: "1000000", approvals: 1, by: "finance" };
const full = {
  tiers: [tier, { fromNaira: "5000000.50", approvals: "2", by: "admin" }],
  newAccount: { coolOffHours: 24 },
  payeeChange: true,
  nameConfirmed: { fromNaira: "500000", months: 12 },
  personDayNaira: "10000000",
  transferNaira: "20000000",
  businessDayNaira: "999999999999999",
};

/** Where each fault is; an unknown field by its own name. */
function faultsAt(rules: unknown): string[] {
  const issues = Rules.safeParse(rules).error?.issues ?? [];
  for (const { message } of issues.filter(({ code }) => code !== "unrecognized_keys"))
    expect(message).toMatch(/^[A-Z].*\.$/);
  return issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" ? issue.keys : [issue.path.map(String).join(".")],
  );
}

it("takes rules as they are sent, amounts as they were typed, and its own answer again", () => {
  const read = Rules.parse(readJson(JSON.stringify(full)));
  expect(read).toEqual({ ...full, tiers: [tier, { fromNaira: "5000000.50", approvals: 2, by: "admin" }] });
  expect(Rules.parse(read)).toEqual(read);
  expect(Rules.parse(noRules)).toEqual(noRules);
});

describe("names at its field", () => {
  const badAmounts = ["0", "0.00", "-1", "1".repeat(31), "1.001", "1e6", "1,000", " 1", "", 1000, null, {}];
  const inTier = (changes: object) => ({ ...full, tiers: [tier, { ...tier, fromNaira: "7", ...changes }] });
  it.each(badAmounts)("an amount of %j", (bad) => {
    expect(faultsAt(inTier({ fromNaira: bad }))).toEqual(["tiers.1.fromNaira"]);
    expect(faultsAt({ ...full, nameConfirmed: { fromNaira: bad, months: 12 } })).toEqual([
      "nameConfirmed.fromNaira",
    ]);
    for (const limit of ["personDayNaira", "transferNaira", "businessDayNaira"])
      expect(faultsAt({ ...full, [limit]: bad })).toEqual(bad === null ? [] : [limit]);
  });

  it.each([0, 3, -1, 1.5, "01", "", null, true, Number.NaN])("%j approvals", (approvals) => {
    expect(faultsAt(inTier({ approvals }))).toEqual(["tiers.1.approvals"]);
  });

  it.each(["support", "", null, "Admin", ["admin"]])("approvals by %j", (by) => {
    expect(faultsAt(inTier({ by }))).toEqual(["tiers.1.by"]);
  });

  it.each([-1, 721, 0.5, "-1", null])("a cool-off of %j hours", (coolOffHours) => {
    expect(faultsAt({ ...full, newAccount: { coolOffHours } })).toEqual(["newAccount.coolOffHours"]);
  });

  it.each([0, 61, -12, null])("a name's age of %j months", (months) => {
    expect(faultsAt({ ...full, nameConfirmed: { fromNaira: "1", months } })).toEqual([
      "nameConfirmed.months",
    ]);
  });

  it("every tier from an amount that one before it has, by value", () => {
    const same = [tier, { ...tier, approvals: 2 }, { ...tier, fromNaira: "1000000.0" }];
    expect(faultsAt({ ...full, tiers: same })).toEqual(["tiers.1.fromNaira", "tiers.2.fromNaira"]);
  });

  it("too many tiers, and none at all", () => {
    const four = ["1", "2", "3", "4"].map((fromNaira) => ({ ...tier, fromNaira }));
    expect(faultsAt({ ...full, tiers: four })).toEqual(["tiers"]);
    expect(faultsAt({ ...full, tiers: null })).toEqual(["tiers"]);
    expect(faultsAt({ ...full, tiers: ["1"] })).toEqual(["tiers.0"]);
  });

  it("every field that is left out: nobody switches a rule off by not knowing it", () => {
    expect(faultsAt({})).toEqual(Object.keys(noRules));
    expect(faultsAt(inTier({ by: undefined }))).toEqual(["tiers.1.by"]);
  });

  it("every field that there isn't", () => {
    expect(faultsAt({ ...full, tier: [], __proto: 1 })).toEqual(["tier", "__proto"]);
    expect(faultsAt(inTier({ toNaira: "5" }))).toEqual(["toNaira"]);
    expect(faultsAt({ ...full, newAccount: { coolOffHours: 1, days: 1 } })).toEqual(["days"]);
  });

  it("a switch that is no switch", () => {
    expect(faultsAt({ ...full, payeeChange: "true" })).toEqual(["payeeChange"]);
    expect(faultsAt({ ...full, newAccount: true })).toEqual(["newAccount"]);
    expect(faultsAt({ ...full, nameConfirmed: 5 })).toEqual(["nameConfirmed"]);
  });
});

it("the naira is needed by each rule about an amount, and by no other", () => {
  const { newAccount, payeeChange, ...ofNaira } = full;
  expect(needsNaira(rulesOf({ newAccount, payeeChange }))).toBe(false);
  for (const [name, rule] of Object.entries(ofNaira))
    expect(needsNaira(rulesOf({ [name]: rule }))).toBe(true);
});

it("the most that can be needed is what all rules need together", () => {
  expect(mostNeeded(noRules)).toEqual({ people: 0, admins: 0 });
  expect(mostNeeded(rulesOf({ payeeChange: true }))).toEqual({ people: 1, admins: 0 });
  expect(mostNeeded(rulesOf({ newAccount: { coolOffHours: 0 } }))).toEqual({ people: 1, admins: 0 });
  expect(mostNeeded(rulesOf({ personDayNaira: "1", transferNaira: "1", businessDayNaira: "1" }))).toEqual({
    people: 0,
    admins: 0,
  });
  const tiers = [
    { fromNaira: "1", approvals: 2, by: "finance" },
    { fromNaira: "2", approvals: 1, by: "admin" },
  ];
  expect(mostNeeded(rulesOf({ tiers }))).toEqual({ people: 2, admins: 1 });
});
