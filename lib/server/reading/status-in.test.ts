import { describe, expect, it } from "vitest";
import { readJson } from "#lib/contract/wire";
import { partsOf } from "./body-names";
import { statusIn } from "./status-in";

const said = (body: unknown) => statusIn(partsOf(readJson(JSON.stringify(body))) ?? []);
const nothing = undefined;

describe("a status", () => {
  it.each([
    [{ status: "x" }, "x"],
    [{ state: "  x " }, "x"],
    [{ transfer_status: "x" }, "x"],
    [{ "Payout-State": "x" }, "x"],
    [{ currentStatus: "x" }, "x"],
    [{ status: 7 }, "7"],
    [{ status: "x".repeat(150) }, "x".repeat(100)],
    [{ kycStatus: "x" }, nothing],
    [{ statusCode: "x" }, nothing],
    [{ status: "" }, nothing],
    [{ status: " " }, nothing],
    [{ status: null }, nothing],
    [{ status: ["x"] }, nothing],
    [[], nothing],
    ["x", nothing],
    [{}, nothing],
  ])("of %j is %s", (body, word) => {
    expect(said(body)).toBe(word);
  });

  it.each([
    [{ customer: { status: "failed" } }, nothing],
    [{ data: { bank: { status: "failed" } } }, nothing],
    [{ status: "processing", previous: { status: "failed" } }, "processing"],
    [{ data: { data: { transfer: { status: "processing" } } } }, "processing"],
    [{ foo: { status: "processing" } }, nothing],
    [{ foo: { data: { status: "processing" } } }, nothing],
    [{ foo: { transactionId: "t", status: "processing" } }, "processing"],
    [{ foo: { transactionId: "t", data: { status: "processing" } } }, "processing"],
    [{ status: "completed", foo: { status: "quantum" } }, "completed"],
    [{ status: "completed", foo: { status: "paid" } }, "completed"],
    [{ status: "completed", foo: { status: "failed" } }, "completed / failed"],
  ])("is a transfer's own: of %j it is %s", (body, word) => {
    expect(said(body)).toBe(word);
  });
});

describe("a status around another one", () => {
  it.each([
    ["completed", "processing", "processing"],
    ["quantum", "processing", "processing"],
    ["200", "processing", "processing"],
    ["pending", "processing", "processing"],
    ["failed", "processing", "processing / failed"],
    ["failed", "quantum", "quantum / failed"],
    ["completed", "failed", "failed"],
    ["refunded", "completed", "completed / refunded"],
  ])("%s around %s is read as %s", (outer, inner, word) => {
    expect(said({ status: outer, data: { status: inner } })).toBe(word);
    expect(said({ status: outer, transfers: [{ status: inner }] })).toBe(word);
  });
});

describe("a status beside the body that would have it", () => {
  it.each(["data", "transfer"])("counts where it is no success: %s", (name) => {
    const beside = (status: string) => said({ status, [name]: { transactionId: "t" } });
    for (const word of ["pending", "failed", "quantum"]) expect(beside(word)).toBe(word);
    for (const word of ["completed", "success", "ok", "OK", "accepted", "200", "200.5"])
      expect([word, beside(word)]).toEqual([word, nothing]);
  });

  it("is a success's where the object beside it is no transfer", () => {
    expect(said({ status: "completed", foo: { amount: 1 } })).toBe("completed");
    expect(said({ status: "completed", customer: { transactionId: "t" } })).toBe(nothing);
    expect(said({ status: "completed", foo: { transactionId: "t" } })).toBe(nothing);
  });
});

describe("a word that messages use too", () => {
  it.each([
    [{ status: "success" }, "success"],
    [{ status: "success", transactionId: "t", id: "1", reference: "r", type: "x" }, "success"],
    [{ status: "success", createdAt: 1, time: 1, timestamp: 1, date: 1, version: 1 }, "success"],
    [{ status: "success", event: "payout.updated" }, "success"],
    [{ status: "success", amount: 5 }, nothing],
    [{ status: "success", dated: 5 }, nothing],
    [{ status: "success", message: "ok" }, nothing],
    [{ transfer: { status: "success" } }, "success"],
    [{ transfer: { status: "ok", amount: 5 } }, "ok"],
    [{ data: { status: "success", amount: 5 } }, "success"],
    [{ data: { status: "success", amount: 5, message: "Queued" } }, nothing],
    [{ data: { status: "success", msg: "Queued" } }, nothing],
    [{ data: { status: "success", response_message: "Queued" } }, nothing],
    [{ data: { status: "success", messageId: "m1" } }, "success"],
    [{ data: { status: "completed", message: "Done" } }, "completed"],
    [{ foo: { transactionId: "t", status: "success", amount: 5 } }, nothing],
    [{ foo: { transactionId: "t", status: "success" } }, "success"],
    [{ status: "success", event: "transfer.failed" }, "failed"],
    [{ status: "success", event: "transfer.success" }, "success"],
  ])("%j says %s", (body, word) => {
    expect(said(body)).toBe(word);
  });
});

describe("a deposit or a refund", () => {
  it.each([
    [{ refund: { status: "completed" } }, "refund_completed"],
    [{ refunds: [{ status: "completed" }] }, "refund_completed"],
    [{ refund: { data: { status: "completed" } } }, "refund_completed"],
    [{ refund: { status: "quantum" } }, "refund_quantum"],
    [{ refund: { status: "success", amount: 5 } }, "refund_success"],
    [{ status: "processing", refunds: [{ status: "failed" }] }, "refund_failed / processing"],
    [{ deposits: [{ status: "confirmed" }] }, "deposit_confirmed"],
    [{ deposit: { data: { status: "confirmed" } } }, "deposit_confirmed"],
    [{ status: "processing", deposit: { status: "confirmed" } }, "processing"],
    [{ data: { status: "processing" }, deposit: { status: "confirmed" } }, "processing"],
    [{ status: "processing", refund: { status: "failed" } }, "refund_failed / processing"],
    [{ data: { status: "completed" }, refund: { status: "failed" } }, "completed / refund_failed"],
  ])("ends for itself: %j says %s", (body, word) => {
    expect(said(body)).toBe(word);
  });
});

describe("an event's name", () => {
  it.each([
    [{ event: "transfer.failed" }, "failed"],
    [{ data: { event: "transfer.failed" } }, "failed"],
    [{ customer: { event: "transfer.failed" } }, nothing],
    [{ deposit: { event: "transfer.failed" } }, nothing],
    [{ event: "transfer.failed", status: "processing" }, "processing / failed"],
    [{ event: "transfer.created" }, "created"],
    [{ event: "transfer.created", status: "processing" }, "processing"],
    [{ event: "transfer.initiated", status: "processing" }, "processing"],
    [{ event: "transfer.pending", status: "completed" }, "completed / pending"],
    [{ event: "transfer.created", foo: { status: "failed" } }, "created / failed"],
    [{ event: "refund.completed" }, "refund_completed"],
    [{ event: "refund.completed", data: { status: "completed" } }, "refund_completed"],
    [{ event: "refund.completed", data: { status: "processing" } }, "refund_processing / refund_completed"],
    [
      { event: "transfer.updated", type: "refund.completed", status: "processing" },
      "refund_processing / refund_completed",
    ],
    [{ event: "kyc.approved", status: "completed" }, nothing],
    [{ event: "quote.expired" }, nothing],
    [{ event: "hello", status: "completed" }, "completed"],
    [{ event: "kyc.approved", type: "transfer.failed", status: "failed" }, "failed"],
    [{ event: "kyc.approved", type: "transfer.updated" }, nothing],
    [{ events: ["transfer.failed"] }, "failed"],
    [{ event: ["transfer.frozen"], status: "awaiting_payment" }, "awaiting_payment / transfer.frozen"],
    [{ event: "bank.failed", type: "refund.completed" }, "refund_completed"],
  ])("counts: %j says %s", (body, word) => {
    expect(said(body)).toBe(word);
  });
});

describe("words that contradict each other", () => {
  it.each([
    [[{ status: "completed" }, { status: "failed" }], "completed / failed"],
    [[{ status: "completed" }, { status: "SUCCESS" }], "completed"],
    [[{ status: "completed" }, { status: "SUCCESS" }, { status: "failed" }], "completed / failed"],
    [{ status: "quantum", state: "zed" }, "quantum / zed"],
    [{ status: "quantum settled", state: "QUANTUM-SETTLED" }, "quantum settled"],
    [{ status: "quantum  settled", state: "quantum_settled" }, "quantum  settled"],
    [{ success: false, status: "completed" }, "completed / success: false"],
    [{ ok: false, status: "completed" }, "completed / success: false"],
    [{ successful: "false", status: "completed" }, "completed / success: false"],
    [{ status: false, data: { status: "completed" } }, "completed / success: false"],
    [{ status: "completed", data: { success: false } }, nothing],
    [{ data: { status: "completed", result: { success: false } } }, nothing],
    [{ data: { status: "completed", foo: { success: false } } }, "completed / success: false"],
    [{ customer: { success: false }, status: "completed" }, "completed"],
    [[{ status: "completed" }, { success: false }], "completed / success: false"],
    [
      { success: false, data: [{ status: "completed" }, { status: "failed" }] },
      "completed / failed / success: false",
    ],
    [{ successRedirect: false, status: "completed" }, "completed"],
    [{ success: true, status: "completed" }, "completed"],
    [{ success: null, status: "completed" }, "completed"],
    [{ isSuccess: false, status: "completed" }, "completed"],
    [{ status: "completed", subStatus: "reversed" }, "completed / reversed"],
    [{ status: "awaiting_payment", statusText: "Failed" }, "awaiting_payment / Failed"],
    [{ status: "awaiting_payment", data: ["refunded"] }, "awaiting_payment / refunded"],
    [{ status: "awaiting_payment", payoutStage: "payout" }, "awaiting_payment"],
    [{ status: "completed", isReversed: "true" }, "completed / isreversed"],
    [{ status: "completed", reversed: "1" }, "completed / reversed"],
    [{ status: "completed", reversed: "no", refunded: "0" }, "completed"],
    [{ status: "completed", refundedAt: "2026-11-26T10:00:00Z" }, "completed / refunded at"],
    [{ status: "completed", refundedAt: null, refundedAmount: "0.00" }, "completed"],
    [{ status: "completed", refunded_amount: "60" }, "completed / refunded amount"],
    [{ status: "completed", rejectionReason: "Account closed" }, "completed / an error"],
    [{ status: "completed", rejectionReason: "none", previousStatus: "failed" }, "completed"],
    [{ status: "completed", status_history: ["failed"] }, "completed"],
    [{ success: false, status: "failed" }, "failed"],
    [{ success: false, status: "processing" }, "processing / success: false"],
    [{ status: "processing", subStatus: "failed" }, "processing / failed"],
    [{ status: "processing", error: { message: "Account closed" } }, "processing / an error"],
    [{ status: "processing", error: null, errors: [], subStatus: "payout" }, "processing"],
    [{ status: "completed", message: "Your transfer has failed." }, "completed / failed"],
    [{ status: "completed", gateway_response: "Declined" }, "completed / Declined"],
    [
      { status: "completed", message: "Payout could not be completed, try again" },
      "completed / could not be completed",
    ],
    [{ status: "awaiting_payment", message: "Late deposits will be refunded" }, "awaiting_payment"],
    [{ status: "awaiting_payment", message: "If the transfer failed, ask us" }, "awaiting_payment"],
    [{ status: "completed", message: "Transfer completed; none failed" }, "completed"],
    [{ status: "completed", reason: "Refunded order 12", narration: "Failed delivery" }, "completed"],
    [
      { success: false, status: "completed", foo: { status: "failed" } },
      "completed / failed / success: false",
    ],
  ])("are joined: %j says %s", (body, word) => {
    expect(said(body)).toBe(word);
  });
});
