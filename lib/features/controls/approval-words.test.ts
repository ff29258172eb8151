import { describe, expect, it } from "vitest";
import { amount } from "#lib/testing/controls/made-up-rules";
import { decidedWords, endWords, progressWords, requestTitle } from "./approval-words";

const one = { people: 1, admins: 0 };
const none = { people: 0, admins: 0 };
const admin = { people: 1, admins: 1 };

it("how far it is counts no more than is needed, and names the admin who is missing", () => {
  expect(progressWords(none, one)).toBe("0 of 1");
  expect(progressWords({ people: 3, admins: 0 }, { people: 2, admins: 0 })).toBe("2 of 2");
  expect(progressWords(one, { people: 2, admins: 1 })).toBe("1 of 2");
  expect(progressWords(one, admin)).toBe("1 of 1, an admin is still needed");
});

describe("to the person who decided", () => {
  const waiting = { kind: "transfer", state: "waiting", given: one } as const;
  const approved = { kind: "transfer", state: "approved", given: one, needed: one } as const;

  it("says what is still needed", () => {
    expect(decidedWords({ ...waiting, needed: { people: 2, admins: 0 } }, undefined)).toBe(
      "Approved. 1 more approval is needed.",
    );
    expect(decidedWords({ ...waiting, needed: { people: 2, admins: 2 } }, undefined)).toBe(
      "Approved. 2 more approvals by admins are needed.",
    );
    expect(decidedWords({ ...waiting, needed: admin }, undefined)).toBe(
      "Approved. 1 more approval by an admin is needed.",
    );
  });

  it("says what became of the transfer, and never that an address was issued where none was", () => {
    expect(decidedWords(approved, "awaiting_deposit")).toBe(
      "Approved. The service issued an address. No money has moved yet: the crypto is still to be sent there.",
    );
    expect(decidedWords(approved, "accepted")).toBe(
      "Approved. The service issued an address. No money has moved yet: the crypto is still to be sent there.",
    );
    for (const status of ["dispatching", "unknown", "rejected", "not_created", undefined] as const)
      expect(decidedWords(approved, status)).not.toContain("address issued");
  });

  it("says that it was declined, and of rules that they count", () => {
    expect(decidedWords({ ...approved, state: "declined" }, undefined)).toBe("Declined. Nothing was sent.");
    expect(decidedWords({ ...approved, kind: "rules" }, undefined)).toBe("Agreed. The new rules count now.");
  });
});

describe("to whoever comes after the end", () => {
  const clock = { now: Date.parse("2026-11-25T15:00:00.000Z"), timeZone: "Africa/Lagos" };
  const at = "2026-11-25T13:03:00.000Z";
  const by = (person: string) => ({
    ...({
      person,
      role: "finance",
      decision: "approved",
      at,
      output: null,
      voidedWhy: null,
      lately: null,
    } as const),
  });
  const ended = { kind: "transfer", decisions: [by("Ada"), by("Obi")], endedAt: at, endedBy: "Obi" } as const;
  const wordsOf = (state: "approved" | "declined" | "withdrawn" | "expired" | "waiting") =>
    endWords({ ...ended, decisions: [...ended.decisions], state }, "awaiting_deposit", clock);

  it("names who was last, when by the business's clock, and what became of it", () => {
    expect(wordsOf("approved")).toBe(
      "Obi approved at 14:03. The service issued an address. No money has moved yet: the crypto is still to be sent there.",
    );
    expect(wordsOf("declined")).toBe("Obi declined at 14:03. Nothing was sent.");
  });

  it("blames nobody for an end that nobody decided", () => {
    expect(wordsOf("withdrawn")).toBe("Withdrawn at 14:03. Nothing was sent.");
    expect(wordsOf("expired")).toBe(
      "Nobody decided in time, so the request ended at 14:03. Nothing was sent.",
    );
    expect(wordsOf("waiting")).toBeUndefined();
  });

  it("speaks of rules as rules", () => {
    const rules = { ...ended, kind: "rules", decisions: [by("Obi")] } as const;
    expect(endWords({ ...rules, decisions: [by("Obi")], state: "declined" }, undefined, clock)).toBe(
      "Obi declined at 14:03. The rules stay as they were.",
    );
    expect(endWords({ ...rules, decisions: [], endedBy: null, state: "withdrawn" }, undefined, clock)).toBe(
      "The new rules were stopped at 14:03.",
    );
  });
});

it("what is asked for is called by what it is, and a payee’s first account is that of a new payee", () => {
  const to = { bankName: "GTBank Plc", accountLastFour: "6702", accountName: "ACME FOODS" };
  const payee = { id: "1", version: 2, name: "Acme\u202e", from: { ...to, accountLastFour: "6701" }, to };
  const asked = { kind: "payee_version", payee: { ...payee, howChecked: null }, batch: null } as const;
  expect(requestTitle(asked)).toBe("New account of a payee: Acme\\u{202E}");
  expect(requestTitle({ ...asked, payee: { ...asked.payee, from: null } })).toBe("New payee: Acme\\u{202E}");
  const batch = { name: "Salaries", rows: 47, naira: amount("1"), sums: [] };
  expect(requestTitle({ kind: "batch", payee: null, batch })).toBe("Salaries, 47 payouts");
  expect(requestTitle({ kind: "batch", payee: null, batch: { ...batch, rows: 1 } })).toBe(
    "Salaries, 1 payout",
  );
  expect(requestTitle({ kind: "rules", payee: null, batch: null })).toBe("Looser rules for payouts");
});
