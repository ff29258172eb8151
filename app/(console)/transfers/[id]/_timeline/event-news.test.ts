import { expect, it } from "vitest";
import type { TransferEvent } from "#lib/contract/api";
import { eventKinds } from "#lib/transfer/transfer-status";
import { newsOf } from "./event-news";

const callback = { kind: "callback", text: "completed", isQuarantined: false } as TransferEvent;

it("heads a status update with what it says, and never guesses", () => {
  expect(newsOf(callback)).toEqual({ title: "Paid", look: "done" });
  expect(newsOf({ ...callback, text: "Funds Received" })).toEqual({
    title: "Deposit received",
    look: "moving",
  });
  expect(newsOf({ ...callback, text: "completed / failed" }).title).toBe("Conflicting statuses");
  expect(newsOf({ ...callback, isQuarantined: true })).toEqual({
    title: "Update for another transaction",
    look: "unread",
  });
  expect(newsOf({ ...callback, text: null })).toEqual({ title: "No status", look: "unread" });
  for (const text of ["quantum_settled", "", "paid?", "constructor"])
    expect(newsOf({ ...callback, text })).toEqual({ title: "Status not recognised", look: "unread" });
});

it("has news for every kind of event, and paints none of ours as paid", () => {
  for (const kind of eventKinds) {
    const { title } = newsOf({ ...callback, kind, text: "completed" });
    expect(title).not.toBe("");
    if (kind !== "callback") expect(title).not.toBe("Paid");
  }
});
