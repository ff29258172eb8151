import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  canonicalSettlement,
  conflictParts,
  countKnownWords,
  isConflict,
  joinConflict,
  settlements,
} from "./status-words";

// The table of the field's words, in its own order.
const table: Record<string, string> = {
  awaiting_deposit:
    "awaiting_payment, awaiting_deposit, awaiting_funds, awaiting_transaction_confirmation, initiated, created, pending_deposit, waiting",
  deposit_received:
    "seen, confirming, confirmed, confirming_deposit, deposit_confirming, deposited, funds_received, deposit_confirmed, deposit_completed, transaction_confirmed, asset_settled, crypto_processed",
  deposit_short:
    "underpaid, under_paid, partial, partially_paid, partial_payment, partial_deposit, insufficient, insufficient_amount",
  deposit_over: "overpaid, over_paid, paid_over, overpayment",
  deposit_late: "late, paid_late, late_payment",
  processing:
    "processing, process, pending, scheduled, fulfilling, fulfilled, payment_submitted, offramp_pending, fund_processing, fiat_pending, in_progress, settling",
  on_hold:
    "review, review_required, unresolved, in_review, on_hold, blocked, compliance_hold, rfi_open, pending_approval, pending_liquidity",
  paid: "completed, complete, success, successful, paid, settled, validated, payment_processed, offramp_success, fund_settled",
  failed: "failed, error, undeliverable, offramp_failed, transaction_failed, fund_failed, rejected, declined",
  refunding: "refunding, pending_refund, refund_processing",
  reversed: "reversed, chargeback, charged_back",
  refunded: "refunded, returned, crypto_returned, refund_completed",
  refund_failed: "refund_failed",
  expired: "expired, timeout",
  cancelled_by_service: "cancelled, canceled",
};
const alsoKnown = [
  ...["unresolved_underpaid", "wrong_amount_underpaid", "unresolved_overpaid", "wrong_amount_overpaid"],
];
const rows = Object.entries(table).flatMap(([canonical, words]) =>
  words.split(", ").map((word) => [word, canonical] as const),
);

describe("a status word", () => {
  test.each(rows)("%s means %s, however it is written", (word, canonical) => {
    const written = [
      word,
      word.toUpperCase(),
      word.replaceAll("_", "-"),
      word.replaceAll("_", " "),
      word.replaceAll("_", " - "),
      word.replace(/^./, (first) => first.toUpperCase()),
      `  ${word}\n`,
    ];
    for (const text of written) expect([text, canonicalSettlement(text)]).toEqual([text, canonical]);
  });

  test("that nobody knows is never guessed", () => {
    const words = [
      "",
      " ",
      "paid_out",
      "not_paid",
      "unsuccessful",
      "success!",
      "completed?",
      "incomplete",
      "partly",
      "wrong_amount",
      "later",
      "payed",
      "раid",
      "pai\u0064\u200b",
      "SUCCESS_PENDING",
      "true",
      "200",
      "0",
      "null",
      "__proto__",
      "constructor",
      "toString",
      "paid,failed",
      "paid failed",
      "\u202edaid",
      "<b>paid</b>",
      "failed_over",
    ];
    for (const word of words) expect([word, canonicalSettlement(word)]).toEqual([word, undefined]);
  });

  test("is one of the table or none at all", () => {
    const known = new Map<string, string>(rows);
    known.set("deposit_received", "deposit_received");
    fc.assert(
      fc.property(fc.string(), (text) => {
        const word = text
          .trim()
          .toLowerCase()
          .replace(/[-\s]+/g, "_");
        expect(canonicalSettlement(text)).toBe(known.get(word));
      }),
      { numRuns: 2_000 },
    );
  });

  test("means itself where it is a word of ours that a service may send", () => {
    for (const settlement of settlements)
      if (settlement !== "cancelled_by_service") expect(canonicalSettlement(settlement)).toBe(settlement);
  });
});

test("a word that was learned is counted, and so stored callbacks are read again", () => {
  const known = new Set([...rows.map(([word]) => word), ...settlements, ...alsoKnown]);
  known.delete("cancelled_by_service");
  expect(countKnownWords()).toBe(known.size);
});

describe("words of one report that contradict each other", () => {
  test("come as one text, and apart again", () => {
    expect(joinConflict(["completed", "failed", "on hold"])).toBe("completed / failed / on hold");
    expect(conflictParts("completed / failed / on hold")).toEqual(["completed", "failed", "on hold"]);
    expect(isConflict("completed / failed")).toBe(true);
  });

  test("count for none of them", () => {
    expect(canonicalSettlement(joinConflict(["completed", "paid"]))).toBeUndefined();
  });

  test("are as many as were said, whatever is in them", () => {
    const joined = joinConflict(["paid / failed", "a/b/c", "x".repeat(41)]);
    expect(joined).toBe(`paid | failed / a|b|c / ${"x".repeat(40)}`);
    expect(conflictParts(joined)).toHaveLength(3);
  });

  test.each(["completed", "paid/failed", "paid /failed", "", "/"])("are not seen in %j", (word) => {
    expect(isConflict(word)).toBe(false);
    expect(conflictParts(word)).toEqual([]);
  });
});
