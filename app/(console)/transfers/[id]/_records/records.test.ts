import { expect, it } from "vitest";
import type { TransferWithEvents } from "#lib/contract/api";
import { shownStanding } from "#lib/testing/ledger/shown-standing";
import { possibleRecords } from "./records";

const possible = (part: Partial<TransferWithEvents>) =>
  possibleRecords({
    status: "paid",
    address: "0x1",
    standing: shownStanding({ closedBy: "ended" }),
    attention: [],
    ...part,
  } as TransferWithEvents);

it("offers to call it dealt with while it needs attention, but never in the place of resolving it", () => {
  const standing = shownStanding({ closedBy: "not_accepted" });
  expect(possible({ status: "failed", attention: ["failed"] })).toContain("handled");
  expect(possible({ status: "unknown", standing, attention: ["unknown_outcome"] })).toEqual(["note"]);
  expect(possible({ status: "unknown", standing, attention: ["late_callback"] })).toEqual([
    "note",
    "handled",
  ]);
});
