import { expect, it } from "vitest";
import type { TransferEvent } from "#lib/contract/api";
import { remarksOn } from "./event-remarks";

const callback: TransferEvent = {
  seq: 3,
  at: "2026-11-20T13:02:00.000Z",
  source: "service_callback",
  person: null,
  personEmail: null,
  received: null,
  kind: "callback",
  text: "completed",
  raw: '{"status":"completed"}',
  rawEncoding: "utf8",
  rawBytes: 22,
  isRawCut: false,
  unread: null,
  refusal: null,
  arrived: null,
  paidOut: null,
  isTruncated: false,
  deliveries: 1,
  isQuarantined: false,
};

it("says where a word means nothing for the money", () => {
  expect(remarksOn({ ...callback, text: "completed / failed" })).toEqual([
    "These statuses conflict, so we used none of them.",
  ]);
  for (const word of ["quantum_settled", "", "paid?", "constructor"])
    expect(remarksOn({ ...callback, text: word })).toEqual([
      "We don’t know what this status means for the money.",
    ]);
});

it("says what is unusual of a callback, and nothing of a usual one", () => {
  expect(remarksOn(callback)).toEqual([]);
  expect(
    remarksOn({ ...callback, deliveries: 3, isQuarantined: true, isTruncated: true, text: null }),
  ).toEqual([
    "We found no status in it, so nothing changed.",
    "It is for another transaction. We kept it, and nothing changed.",
    "It arrived 3 times. We counted it once.",
    "Only the first 64 kB of it were kept.",
  ]);
  expect(remarksOn({ ...callback, text: null, raw: "" })).toEqual(["It had no body, so nothing changed."]);
});
