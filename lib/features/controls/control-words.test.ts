import { describe, expect, it } from "vitest";
import { amount } from "#lib/testing/controls/made-up-rules";
import { faultWords, lackWords, neededWords, unmetWords, unusualWords, waitsWords } from "./control-words";
import type { Colleague, Lack } from "./eligible";
import type { Fault, Reason } from "./requirement";

const one = { people: 1, admins: 0 };
const million = amount("1000000");

describe("what a transfer waits for", () => {
  const three = { people: 3, admins: 1 };
  const waits = (reasons: Reason[], needed = one, of: "transfer" | "batch" = "transfer", can = three) =>
    waitsWords({ answer: "waits", needed, reasons }, can, of);
  const tier: Reason = {
    ...{ rule: "account_sum", fromNaira: million, largest: million, lines: ["it"] },
    needed: one,
  };

  it.each<[Reason[], string]>([
    [[tier], "1,000,000 naira or more to this account in 24 hours"],
    [
      [{ rule: "first_to_account", lines: ["it"], needed: one }],
      "no transfer to this account was sent before",
    ],
    [
      [{ rule: "account_changed", coolOffHours: 24, lines: ["it"], needed: one }],
      "this account was saved or changed less than 24 hours ago",
    ],
    [
      [
        { rule: "payee_change", needed: one },
        { rule: "account_changed", coolOffHours: 1, lines: ["it"], needed: one },
      ],
      "the account of a saved payee changes; this account was saved or changed less than 1 hour ago",
    ],
  ])("%#", (reasons, why) => {
    expect(waits(reasons)).toBe(`Waits for 1 approval: ${why}. 3 people can approve.`);
  });

  it("is said with the figures of a day", () => {
    const needed = { people: 1, admins: 1 };
    const used = { limit: million, used: amount("900000.5"), left: amount("99999.5") };
    expect(waits([{ rule: "person_day", ...used, needed }], needed)).toBe(
      "Waits for 1 approval by an admin: above 1,000,000 naira a day for one person, of which 99,999.50 naira is left. 1 admin can approve.",
    );
  });

  it("is said of a batch by its rows", () => {
    const reasons: Reason[] = [
      { ...tier, lines: ["a"], rule: "account_sum" },
      { rule: "batch_sum", fromNaira: million, sum: million, needed: one },
      { rule: "first_to_account", lines: ["a", "b"], needed: one },
      { rule: "account_changed", coolOffHours: 24, lines: ["c"], needed: one },
    ];
    expect(waits(reasons, { people: 2, admins: 1 }, "batch", { people: 1_200, admins: 2 })).toBe(
      "Waits for 2 approvals, 1 of them by an admin: 1,000,000 naira or more to one account in 24 hours (1 row); 1,000,000 naira or more in this batch; no transfer to the account was sent before (2 rows); the account was saved or changed less than 24 hours ago (1 row). 1,200 people can approve, 2 of them admins.",
    );
  });

  it.each([
    [1, 0, "1 approval"],
    [2, 0, "2 approvals"],
    [1, 1, "1 approval by an admin"],
    [2, 1, "2 approvals, 1 of them by an admin"],
    [2, 2, "2 approvals by admins"],
  ])("%i with %i by admins", (people, admins, words) => {
    expect(neededWords({ people, admins })).toBe(words);
  });
});

it.each<[Fault, string]>([
  [{ problem: "no_quote", lines: [] }, "We can’t check your rules without a quote."],
  [
    { problem: "limit_reached", of: "transfer", limit: million, lines: [] },
    "The limit for one transfer is 1,000,000 naira.",
  ],
  [
    {
      ...{ problem: "limit_reached", of: "person_day", limit: million },
      ...{ used: amount("900000"), left: amount("100000") },
    },
    "The limit for one person is 1,000,000 naira a day: 900,000 naira used, 100,000 naira left. Resets at 00:00 Lagos time.",
  ],
  [
    {
      ...{ problem: "limit_reached", of: "business_day", limit: million },
      ...{ used: amount("1000000"), left: amount("0") },
    },
    "The limit for the business is 1,000,000 naira a day: 1,000,000 naira used, 0 naira left. Resets at 00:00 Lagos time.",
  ],
  ...(
    [
      ["not_saved", "Save the payee and have the name confirmed."],
      ["never", "Have this payee’s name confirmed first."],
      ["too_old", "It was last confirmed more than 12 months ago: have it confirmed again."],
      ["by_maker", "You confirmed it yourself: ask somebody else to confirm it."],
    ] as const
  ).map(([why, words]): [Fault, string] => [
    { problem: "name_unconfirmed", why, fromNaira: million, months: 12, lines: [] },
    `From 1,000,000 naira to an account in 24 hours, its name must be confirmed. ${words}`,
  ]),
  [
    { problem: "no_approver", needed: { people: 2, admins: 2 }, approvers: { people: 3, admins: 1 } },
    "This needs 2 approvals by admins. 1 admin can approve.",
  ],
  [
    { problem: "no_approver", needed: { people: 1, admins: 1 }, approvers: { people: 3, admins: 0 } },
    "This needs 1 approval by an admin. No admin can approve now.",
  ],
  [
    { problem: "no_approver", needed: one, approvers: { people: 0, admins: 0 } },
    "This needs 1 approval. Nobody can approve now.",
  ],
])("a refusal says what is wrong, and that nothing was created: %#", (fault, words) => {
  expect(faultWords(fault, "00:00 Lagos time")).toBe(`${words} Nothing was created.`);
});

const person = (name: string, some: Partial<Colleague> = {}): Colleague => ({
  ...{ id: name, name, role: "finance", isDisabled: false, hasSecondFactor: true, approvesFrom: null },
  ...some,
});

it("names what each person lacks", () => {
  const obi = person("Obi\u202e", { approvesFrom: "2027-03-04T13:00:00.000Z" });
  const said = (lack: Lack) => lackWords(obi, lack, "Africa/Lagos");
  expect((["disabled", "role", "not_admin", "second_factor", "too_new"] as const).map(said)).toEqual([
    "Obi\\u{202E}’s account is disabled",
    "Obi\\u{202E} is neither in finance nor an admin",
    "Obi\\u{202E} isn’t an admin",
    "Obi\\u{202E} has no second factor",
    "Obi\\u{202E} can approve from 4 Mar 2027, 14:00",
  ]);
});

it("says whose payouts nobody can approve, and why, without those who never could", () => {
  const others = [
    { person: person("Obi"), lacks: ["second_factor"] satisfies Lack[] },
    { person: person("Sam", { role: "support" }), lacks: ["role", "second_factor"] satisfies Lack[] },
    { person: person("Gone", { isDisabled: true }), lacks: ["disabled"] satisfies Lack[] },
  ];
  const unmet = { maker: person("Ada"), needed: one, approvers: { people: 0, admins: 0 }, others };
  expect(unmetWords({ ...unmet, from: null }, "Africa/Lagos")).toBe(
    "What Ada creates needs 1 approval. Nobody can approve now. Obi has no second factor.",
  );
  expect(unmetWords({ ...unmet, others: [], from: "2027-03-04T13:00:00.000Z" }, "Africa/Lagos")).toBe(
    "What Ada creates needs 1 approval. Nobody can approve now. It can be approved from 4 Mar 2027, 14:00.",
  );
});

it("says what is unusual with the figure beside it, to the maker and to others", () => {
  const times = { kind: "times", usual: amount("150000"), times: 6 } as const;
  expect(unusualWords({ ...times, unit: "naira", isMore: false }, "USDC")).toBe(
    "6 times what you usually send to them: 150,000 naira.",
  );
  expect(unusualWords({ ...times, unit: "token", isMore: true }, "USDC", "Ada")).toBe(
    "More than 6 times what you usually send to them: 150,000 USDC.",
  );
  const largest = { kind: "largest", largest: amount("2000000.5"), unit: "naira" } as const;
  expect(unusualWords(largest, "USDC")).toBe(
    "More than you’ve ever created. The largest so far: 2,000,000.50 naira.",
  );
  expect(unusualWords(largest, "USDC", "Ada")).toBe(
    "More than Ada has ever created. The largest so far: 2,000,000.50 naira.",
  );
});
