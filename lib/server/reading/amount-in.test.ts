import { describe, expect, test } from "vitest";
import { askedFor100 } from "#lib/testing/ledger/asked";
import { amountIn, arrivedIn, hidesArrived } from "./amount-in";
import { partsOf } from "./body-names";

const arrived = (body: object) => arrivedIn(partsOf(body) ?? [], askedFor100);
const amount = (body: object) => amountIn(partsOf(body) ?? [], askedFor100);

describe("what arrived", () => {
  test.each([
    [{ amount_received: "60.50" }, "60.50"],
    [{ actuallyPaid: "1250.5" }, "1250.5"],
    [{ paid_amount: "7" }, "7"],
    [{ received: { amount: "12" } }, "12"],
    [{ paidCurrency: { actual: "3" } }, "3"],
    [{ deposit: { received_amount: "9" } }, "9"],
    [{ data: { transfer: { amountPaid: "5" } } }, "5"],
    [{ totalReceived: "6" }, "6"],
    [{ received_crypto_amount: "8" }, "8"],
    [{ amountReceived: { value: "60", currency: "USDC" } }, "60"],
  ])("%j says %s", (body, said) => {
    expect(arrived(body)).toBe(said);
  });

  test("is not what a transfer was made for, or what only sounds like it", () => {
    expect(arrived({ amount: "100" })).toBeUndefined();
    expect(
      arrived({ expected_amount: "100", amount_received_at: "3", not_amount_paid: "4" }),
    ).toBeUndefined();
    expect(arrived({ received: { amounts: "12", subvalue: "13" } })).toBeUndefined();
  });

  test("is not read beside the transfer: of a fee, a customer, or an earlier state", () => {
    for (const apart of ["fee", "customer", "previous_state"])
      expect(arrived({ [apart]: { amount_received: "60" } }), apart).toBeUndefined();
  });

  test("is none where it is said twice and differently, and one where it is said twice alike", () => {
    expect(arrived({ amount_received: "60", data: { amount_paid: "61" } })).toBeUndefined();
    expect(arrived({ amount_received: "60", data: { amount_paid: "60.00" } })).toBe("60");
  });

  test("is none below nothing, empty, or where it is no number", () => {
    for (const given of ["-1", "", " ", "all of it", null, true, {}])
      expect(arrived({ amount_received: given }), `${given}`).toBeUndefined();
  });
});

describe("an amount that arrived, and that isn't read", () => {
  const hides = (body: object) => hidesArrived(partsOf(body) ?? [], askedFor100);

  test.each([
    ...[["60"], [["60"]], "60,00", "٦٠", "+60", "060", "60.", "-60", "0x3c", "60.00 USDC (Base)"],
    ...["60.1234567890123456789", { USDC: "60" }],
  ])("is told of: %j", (said) => {
    for (const body of [{ receivedAmount: said }, { data: [{ amount_paid: said }] }])
      expect(hides(body), JSON.stringify(body)).toBe(true);
  });

  test("is told of where two figures differ from each other and from what was asked", () => {
    expect(hides({ received_amount: "60", paid_amount: "61" })).toBe(true);
    expect(hides({ received_amount: "100", paid_amount: "60" })).toBe(true);
    expect(hides({ received_amount: "100.00", paid_amount: "100" })).toBe(false);
  });

  test.each([
    ...["60", "60 USDC", "", "none", null, true, {}, [], "153 072,79 NGN", "₦153.072,79"].map((each) => ({
      amountReceived: each,
    })),
    ...[{ amount_received: "60,00", currency: "NGN" }, { customer: { amount_paid: "60,00" } }],
    ...[{ received: { at: "2026-11-26" } }, { amount: "60,00" }],
  ])("is not in %j", (body) => {
    expect(hides(body)).toBe(false);
  });
});

describe("a figure in naira", () => {
  const naira = askedFor100.outputs[0] ?? "";

  test.each([
    [{ paidAmount: naira }],
    [{ amountPaid: Number(naira) }],
    [{ received: { amount: naira } }],
    [{ amount_received: "60", currency: "NGN" }],
    [{ received: { amount: "60", currency: { code: "NGN" } } }],
    [{ received_amount: "60", received_currency: "ngn" }],
    [{ currency: "NGN", data: { amount_paid: "60" } }],
  ])("%j is no amount of the token", (body) => {
    expect(arrived(body)).toBeUndefined();
  });

  test.each([
    [{ amount_received: "60", currency: "USDC" }],
    [{ amount_received: "60", token: "base:usdc" }],
    [{ received: { amount: "60", asset: "USDC_BASE" }, currency: "NGN" }],
    [{ amount_received: "60", toCurrency: "NGN" }],
    [{ amount_received: "60", paid_amount: naira }],
  ])("%j says 60 of the token all the same", (body) => {
    expect(arrived(body)).toBe("60");
  });
});

describe("the amount of a body", () => {
  test.each([
    [{ amount: "60" }, "60"],
    [{ data: { amount: "61" } }, "61"],
    [{ transfer: { amount: "62" } }, "62"],
    [{ event: { payout: { amount: "63" } } }, "63"],
  ])("%j says %s", (body, said) => {
    expect(amount(body)).toBe(said);
  });

  test("is not that of a part with an end of its own, beside the transfer, or that nobody knows", () => {
    for (const part of ["deposit", "refund", "fee", "customer", "something"])
      expect(amount({ [part]: { amount: "60" } }), part).toBeUndefined();
  });

  test("has that name and no longer one", () => {
    expect(amount({ amount_usd: "60" })).toBeUndefined();
    expect(amount({ total_amount: "60" })).toBeUndefined();
  });

  test("is none where two differ", () => {
    expect(amount({ amount: "60", data: { amount: "61" } })).toBeUndefined();
  });
});
