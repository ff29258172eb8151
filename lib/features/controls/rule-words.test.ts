import { expect, it } from "vitest";
import { rulesOf } from "#lib/testing/controls/made-up-rules";
import { compareRules, previewWords, ruleLines } from "./rule-words";
import { noRules } from "./rules";

const full = rulesOf({
  tiers: [
    { fromNaira: "5000000", approvals: 2, by: "finance" },
    { fromNaira: "1000000", approvals: 1, by: "admin" },
  ],
  newAccount: { coolOffHours: 24 },
  personDayNaira: "10000000",
  transferNaira: "20000000",
});

it("rules are said in the order of the form, tiers from the smallest", () => {
  expect(ruleLines(full)).toEqual([
    {
      rule: "By amount",
      words: ["From 1,000,000 naira: 1 approval by an admin", "From 5,000,000 naira: 2 approvals"],
    },
    {
      rule: "New account",
      words: [
        "1 approval for the first transfer, and for 24 hours after a payee’s account was saved or changed",
      ],
    },
    { rule: "Changed payee", words: ["No approval"] },
    { rule: "Confirmed name", words: ["Not asked for"] },
    { rule: "One transfer", words: ["At most 20,000,000 naira"] },
    { rule: "One person’s day", words: ["Above 10,000,000 naira an admin approves"] },
    { rule: "The business’s day", words: ["No limit"] },
  ]);
});

it("a comparison marks what differs", () => {
  const changed = (before: typeof full, after: typeof full) =>
    compareRules(before, after).flatMap(({ rule, isChanged }) => (isChanged ? [rule] : []));
  expect(changed(full, full)).toEqual([]);
  expect(changed(full, noRules)).toEqual(["By amount", "New account", "One transfer", "One person’s day"]);
  const named = {
    ...full,
    nameConfirmed: rulesOf({ nameConfirmed: { fromNaira: "5", months: 12 } }).nameConfirmed,
  };
  expect(compareRules(named, full).find(({ rule }) => rule === "Confirmed name")).toEqual({
    ...{ rule: "Confirmed name", before: ["From 5 naira, at most 12 months old"] },
    ...{ after: ["Not asked for"], isChanged: true },
  });
  expect(changed(full, { ...full, payeeChange: true })).toEqual(["Changed payee"]);
});

it("a preview counts what would have waited, and says from when the rules would count", () => {
  const preview = { days: 90, transfers: 140, waits: 12, refused: 0, effect: "tighter", unmet: [] } as const;
  const said = (part: object, holdHours = 24) => previewWords({ ...preview, unmet: [], ...part }, holdHours);
  expect(said({})).toEqual({
    figures: "12 of your last 140 transfers would have waited.",
    effect: "Counts at once when you save.",
  });
  expect(said({ refused: 3, effect: "looser" })).toEqual({
    figures: "12 of your last 140 transfers would have waited, and 3 would have been above a limit.",
    effect: "Looser than now: counts once a second admin agrees, or after 24 hours.",
  });
  expect(said({ transfers: 0, effect: "none" })).toEqual({
    figures: "No transfers in the last 90 days to compare with.",
    effect: "These are the rules that count now.",
  });
  expect(said({ effect: "looser" }, 0).effect).toBe("Counts at once when you save.");
  expect(said({ transfers: 1, waits: 0 }).figures).toBe("0 of your last 1 transfer would have waited.");
});
