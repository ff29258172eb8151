import { expect, it } from "vitest";
import type { TransferEvent } from "#lib/contract/api";
import { readingOf, remarksOn } from "./event-remarks";

const callback: TransferEvent = {
  seq: 3,
  at: "2026-11-20T13:02:00.000Z",
  source: "service_callback",
  person: null,
  kind: "callback",
  text: "completed",
  raw: '{"status":"completed"}',
  rawEncoding: "utf8",
  rawBytes: 22,
  isRawCut: false,
  arrived: null,
  isTruncated: false,
  deliveries: 1,
  isQuarantined: false,
};

it("says how a word is read, and never reads one that nobody knows", () => {
  expect(readingOf("COMPLETED")).toBe("read as Paid");
  expect(readingOf("completed / failed")).toContain("contradict");
  expect(readingOf("Funds Received")).toBe("read as Deposit received");
  for (const word of ["quantum_settled", "", "paid?", "constructor"]) {
    expect(readingOf(word)).toBe("a word that is not known here");
  }
});

it("says what is unusual of a callback, and nothing of a usual one", () => {
  expect(remarksOn(callback)).toEqual([]);
  expect(
    remarksOn({ ...callback, deliveries: 3, isQuarantined: true, isTruncated: true, text: null }),
  ).toEqual([
    "No status was found in it, so it changes nothing.",
    "It names another transaction, so it was kept and changes nothing.",
    "It arrived 3 times, and counts once.",
    "Only the first 64 kB of it were kept.",
  ]);
  expect(remarksOn({ ...callback, text: null, raw: "" })).toEqual([
    "It came without a body, so it changes nothing.",
  ]);
});
