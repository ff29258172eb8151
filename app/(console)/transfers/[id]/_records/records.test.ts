import { expect, it } from "vitest";
import type { TransferWithEvents } from "#lib/contract/api";
import { shownStanding } from "#lib/testing/ledger/shown-standing";
import { possibleRecords } from "./records";

const possible = (part: Partial<TransferWithEvents>) =>
  possibleRecords({
    status: "paid",
    address: "0x1",
    standing: shownStanding({ closedBy: "ended" }),
    matchedAt: null,
    attention: [],
    ...part,
  } as TransferWithEvents);

it("offers a match only for a transfer that exists, once, and then its undoing", () => {
  expect(possible({})).toEqual(["note", "matched"]);
  expect(possible({ matchedAt: "2026-05-03T10:00:00.000Z" })).toEqual(["note", "unmatched"]);
  const standing = shownStanding({ closedBy: "not_accepted" });
  for (const status of [
    "recorded",
    "dispatching",
    "rejected",
    "unknown",
    "not_created",
    "cancelled",
  ] as const) {
    expect(possible({ status, standing })).toEqual(["note"]);
  }
});

it("offers to call it dealt with while it needs attention, but never in the place of resolving it", () => {
  const standing = shownStanding({ closedBy: "not_accepted" });
  expect(possible({ status: "failed", attention: ["failed"] })).toContain("handled");
  expect(possible({ status: "unknown", standing, attention: ["unknown_outcome"] })).toEqual(["note"]);
  expect(possible({ status: "unknown", standing, attention: ["late_callback"] })).toEqual([
    "note",
    "handled",
  ]);
});
