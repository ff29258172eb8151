import { expect, it } from "vitest";
import type { TransferEvent } from "#lib/contract/api";
import { eventKinds } from "#lib/transfer/transfer-status";
import { newsOf as newsOn } from "./event-news";

const newsOf = (event: TransferEvent) => newsOn(event, "Base");
const callback = { kind: "callback", text: "completed", isQuarantined: false } as TransferEvent;

it("heads a status update with what it says, and never guesses", () => {
  expect(newsOf(callback)).toEqual({ title: "Paid", look: "done", text: "completed" });
  expect(newsOf({ ...callback, text: "Funds Received" })).toEqual({
    title: "Deposit received",
    look: "moving",
    text: "Funds Received",
  });
  expect(newsOf({ ...callback, text: "completed / failed" }).title).toBe("Conflicting statuses");
  expect(newsOf({ ...callback, isQuarantined: true })).toEqual({
    title: "Update for another transaction",
    look: "unread",
    text: "completed",
  });
  expect(newsOf({ ...callback, text: null })).toEqual({ title: "No status", look: "unread", text: null });
  for (const text of ["quantum_settled", "", "paid?", "constructor"])
    expect(newsOf({ ...callback, text })).toEqual({ title: "Status not recognised", look: "unknown", text });
});

it("heads what the network shows with the network and the amount, and says neither twice", () => {
  const seen = { ...callback, kind: "deposit_seen", text: "1250.5 USDC" } as TransferEvent;
  expect(newsOf(seen)).toEqual({ title: "Seen on Base: 1,250.50 USDC", look: "moving", text: null });
  expect(newsOf({ ...seen, kind: "deposit_confirmed" }).title).toBe("Confirmed on Base: 1,250.50 USDC");
  // A text of another kind stays, whatever it says.
  expect(newsOf({ ...seen, kind: "note" })).toMatchObject({ title: "Note", text: "1250.5 USDC" });
  expect(newsOf({ ...seen, text: "of no amount" }).text).toBe("of no amount");
});

it("has news for every kind of event, and paints none of ours as paid", () => {
  for (const kind of eventKinds) {
    const { title } = newsOf({ ...callback, kind, text: "completed" });
    expect(title).not.toBe("");
    if (kind !== "callback") expect(title).not.toBe("Paid");
  }
});
