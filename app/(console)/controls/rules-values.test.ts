import { expect, it } from "vitest";
import { noRules, Rules } from "#lib/features/controls/rules";
import { rulesOf } from "#lib/testing/controls/made-up-rules";
import { controlId, faultsIn, newTier, rulesToSend, valuesOf } from "./rules-values";

it("the form gives back the rules that it started with", () => {
  const rules = rulesOf({
    tiers: [{ fromNaira: "1000000", approvals: 2, by: "admin" }],
    newAccount: { coolOffHours: 0 },
    payeeChange: true,
    nameConfirmed: { fromNaira: "5000000", months: 6 },
    transferNaira: "20000000.5",
    personDayNaira: "30000000",
    businessDayNaira: "40000000",
  });
  for (const each of [noRules, rules]) expect(Rules.parse(rulesToSend(valuesOf(each)))).toEqual(each);
});

it("a rule that is off is sent as off, and an empty limit is none", () => {
  const { payeeChange, nameConfirmed, transferNaira, newAccount } = rulesToSend(valuesOf(noRules));
  expect({ payeeChange, nameConfirmed, transferNaira, newAccount }).toEqual({
    ...{ payeeChange: false, nameConfirmed: null, transferNaira: null, newAccount: null },
  });
});

it("a tier without an amount is refused at its field", () => {
  const judged = Rules.safeParse(rulesToSend({ ...valuesOf(noRules), tiers: [newTier([])] }));
  expect(judged.error?.issues.map(({ path }) => path.join("."))).toEqual(["tiers.0.fromNaira"]);
});

it("each message of nested errors comes with its path", () => {
  const errors = {
    tiers: [undefined, { fromNaira: { type: "custom", message: "Enter an amount.", ref: { name: "x" } } }],
    newAccount: { coolOffHours: { message: "Use 0 to 720 hours." } },
  };
  expect(faultsIn(errors)).toEqual([
    { path: "tiers.1.fromNaira", message: "Enter an amount." },
    { path: "newAccount.coolOffHours", message: "Use 0 to 720 hours." },
  ]);
  expect(controlId("tiers.1.fromNaira")).toBe("rule-tiers-1-fromNaira");
});

it("a new tier has a key of its own, whichever was removed before", () => {
  const [first, second] = [newTier([]), newTier([newTier([])])];
  expect([first.key, second.key, newTier([second]).key]).toEqual([0, 1, 2]);
});
