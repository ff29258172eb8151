import { expect, it } from "vitest";
import type { TransferWithEvents } from "#lib/contract/api";
import { shownStanding } from "#lib/testing/ledger/shown-standing";
import { nextStep } from "./next-step";

const waiting = {
  ...{ status: "awaiting_deposit", address: "0x1", attention: [], standing: shownStanding() },
  ...{ bankName: "FIRST BANK OF NIGERIA PLC", updatesGoTo: "dashboard" },
  deposit: { label: "none", amount: null, confirmations: null },
} as unknown as TransferWithEvents;
const said = { standing: shownStanding({ closedBy: "said" }) };
const ended = { standing: shownStanding({ closedBy: "ended" }) };

it("says what comes next, and that a page may never learn of it", () => {
  expect(nextStep(waiting)).toBe(
    "when the deposit arrives, the service pays the account at First Bank. This page shows it automatically.",
  );
  expect(nextStep({ ...waiting, updatesGoTo: "callback_url" })).toContain("this page may never change");
  expect(nextStep({ ...waiting, ...said, status: "processing" })).toMatch(/^the service pays the account/);
});

it("counts the confirmations that are left", () => {
  const seen = (has: number, needs: number) =>
    nextStep({
      ...waiting,
      standing: shownStanding({ closedBy: "arriving" }),
      deposit: { ...waiting.deposit, label: "seen", amount: "100", confirmations: { has, needs } },
    } as TransferWithEvents);
  expect(seen(1, 3)).toBe("2 more confirmations. Then the service reports whether it took the deposit.");
  expect(seen(1, 2)).toMatch(/^1 more confirmation\./);
  expect(seen(2, 2)).toMatch(/^the service reports/);
});

it("promises nothing where a person is needed, or the transfer has ended", () => {
  expect(nextStep({ ...waiting, attention: ["on_hold"], status: "on_hold", ...said })).toBeUndefined();
  for (const status of ["paid", "failed", "expired", "unknown", "rejected"] as const)
    expect(nextStep({ ...waiting, ...ended, status })).toBeUndefined();
});
