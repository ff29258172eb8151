import { expect, it } from "vitest";
import type { Transfer } from "#lib/contract/api";
import { shownStanding } from "#lib/testing/ledger/shown-standing";
import { isRecordable } from "./recordable";

const recordable = (part: Partial<Transfer>) =>
  isRecordable({
    ...{ status: "paid", address: "0x1", standing: shownStanding({ closedBy: "ended" }), received: [] },
    ...part,
  } as unknown as Transfer);

it("offers to record what arrived only of a transfer that exists, and once for the payee", () => {
  expect(recordable({})).toBe(true);
  const said = { source: "payee_said" } as Transfer["received"][number];
  expect(recordable({ received: [said] })).toBe(false);
  expect(recordable({ received: [{ ...said, source: "own_statement" }] })).toBe(true);
  const standing = shownStanding({ closedBy: "not_accepted" });
  for (const status of [
    "recorded",
    "dispatching",
    "rejected",
    "unknown",
    "not_created",
    "cancelled",
  ] as const)
    expect(recordable({ status, standing }), status).toBe(false);
});
