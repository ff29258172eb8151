import { describe, expect, it, test } from "vitest";
import { isEventKey, readEventName } from "./event-name";

const read = (value: unknown, name = "event") => readEventName({ name, value });

describe("the name of an event", () => {
  it.each([
    ["transfer.failed", "transfer", "failed"],
    ["transaction.completed", "transfer", "completed"],
    ["transaction_confirmed", "transfer", "transaction_confirmed"],
    ["deposit_confirmed", "transfer", "deposit_confirmed"],
    ["payoutCompleted", "transfer", "completed"],
    ["payment_order.payment_processed", "transfer", "payment_processed"],
    ["PAYMENT.COMPLETE", "transfer", "complete"],
    ["..transfer -- failed!", "transfer", "failed"],
    ["completed", "transfer", "completed"],
    ["off.completed", "transfer", "completed"],
    ["OFFRAMP.UPDATE", "transfer", undefined],
    ["transfer.updated.status_transitioned", "transfer", undefined],
    ["customer.transfer.completed", "transfer", "completed"],
    ["bank.completed", "apart", "completed"],
    ["quote.expired", "apart", "expired"],
    ["test.completed", "apart", "completed"],
    ["kyc.approved", "apart", undefined],
    ["webhook.test", "apart", undefined],
    ["hello", "unknown", undefined],
    ["", "unknown", undefined],
  ])("%j is of %s and says %s", (value, about, word) => {
    expect(read(value)).toEqual({ about, leg: undefined, word, verb: undefined });
  });

  it.each([
    ["transfer.frozen", "transfer", undefined],
    ["payout.not_completed", "transfer", undefined],
    ["off_ramp.completed", "transfer", undefined],
    ["transfer.data.completed", "transfer", undefined],
    ["PAYMENT_ON_ICE", "transfer", undefined],
    ["deposit.noticed", "leg", "deposit"],
    ["refund.stuck", "leg", "refund"],
    ["screening.completed", "unknown", undefined],
    ["not_completed", "unknown", undefined],
    ["frozen", "unknown", undefined],
  ])("%j has a verb that nobody knows", (value, about, leg) => {
    expect(read(value)).toEqual({ about, leg, word: undefined, verb: value });
    const isOfNobody = about === "unknown";
    expect(read(value, "type")?.verb).toBe(isOfNobody ? undefined : value);
  });

  it.each([
    ...["transfer.updated", "transfer.status_changed", "OFFRAMP.UPDATE", "transfer", "payout_notification"],
    ...["transfer.updated.status_transitioned", "transactions.outbound", "transfer.v2", "webhook.ping"],
    ...["customer.frozen", "kyc.approved", "quote.gone", "account.suspended", "ping", "heartbeat", ""],
  ])("%j says nothing of a transfer", (value) => {
    expect(read(value)).toMatchObject({ word: undefined, verb: undefined });
  });

  it.each([
    ["refund.completed", "refund", "completed"],
    ["refunds.failed", "refunds", "failed"],
    ["transfer.refund.completed", "refund", "completed"],
    ["deposit.created", "deposit", "created"],
    ["deposit.completed", "deposit", "completed"],
    ["transaction.deposit_completed", "deposit", "completed"],
    ["deposit.seen", "deposit", "seen"],
    ["refund.failed", "refund", "failed"],
    ["payin.successful", "payin", "successful"],
  ])("%j is of a deposit or a refund, whatever else it names", (value, leg, word) => {
    expect(read(value)).toEqual({ about: "leg", leg, word, verb: undefined });
  });

  it("in a field that also holds a kind of thing needs its subject", () => {
    expect(read("withdrawal.failed", "type")).toEqual({
      about: "transfer",
      leg: undefined,
      word: "failed",
      verb: undefined,
    });
    expect(read("payouts.failed", "notificationtype")).toMatchObject({ about: "transfer", word: "failed" });
    expect(read("refund", "kind")).toEqual({ about: "leg", leg: "refund", word: undefined, verb: undefined });
    for (const value of ["wallet", "completed", "failed", "transfer", ""])
      expect(read(value, "type")).toBeUndefined();
  });

  it("is none where it is no text, too long, or in another field", () => {
    for (const value of [5, null, undefined, true, {}, ["transfer.failed"]])
      expect(read(value)).toBeUndefined();
    expect(read("transfer.failed", "status")).toBeUndefined();
    expect(read("transfer.failed", "description")).toBeUndefined();
    const padded = (length: number) => "transfer.failed".padEnd(length, ".");
    expect(read(padded(200))).toMatchObject({ word: "failed" });
    expect(read(padded(201))).toBeUndefined();
  });
});

test("the fields of an event's name are known by their names", () => {
  const keys = ["event", "eventname", "eventtype", "type", "kind", "action", "topic"];
  for (const name of [...keys, "notificationtype", "webhooktype", "transactiontype"])
    expect([name, isEventKey(name)]).toEqual([name, true]);
  for (const name of ["", "status", "eventid", "events", "currency"])
    expect([name, isEventKey(name)]).toEqual([name, false]);
});
