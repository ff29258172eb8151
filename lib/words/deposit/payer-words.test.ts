import { expect, test } from "vitest";
import type { PayerView, PaymentRequest } from "#lib/contract/pay/pay-links";
import type { Amount } from "#lib/money/money";
import { payerWords, seenWords } from "./payer-words";

const amount = (text: string) => text as Amount;
const request = {
  ...{ payeeName: "Ada", amount: amount("100"), token: "USDC", networkName: "Base", address: null },
  ...{
    sendUntil: "2026-11-24T00:00:00.000Z",
    linkUntil: "2026-11-25T00:00:00.000Z",
    reference: null,
    bank: null,
    sources: null,
  },
  deposit: {
    ...{ label: "exact", amount: amount("100"), difference: amount("0") },
    ...{ otherToken: null, confirmations: null },
  },
} as unknown as PaymentRequest;
const sources = { service: amount("60"), network: amount("100") };

const said = (state: PayerView["state"], own: PaymentRequest) =>
  payerWords({ state, request: own, host: "pay.example", isSandbox: false, timeZone: "UTC" });

test("a payer sees both figures where they differ, and nothing that looks like success", () => {
  expect(said("received", request)?.kind).toBe("ok");
  expect(said("received", { ...request, sources })).toMatchObject({
    kind: "warn",
    headline: "The amounts don’t agree. Do not send again.",
  });
  expect(seenWords("received", { ...request, sources })).toBe(
    "The service says 60.00 USDC arrived. Base shows 100.00 USDC.",
  );
});

test("less than the amount is no success while it is on its way either, and says how much of it was seen", () => {
  const part = {
    ...request.deposit,
    label: "seen" as const,
    amount: amount("60"),
    confirmations: { has: 1, needs: 3 },
  };
  const own = { ...request, deposit: part };
  expect(said("received", own)).toMatchObject({
    kind: "info",
    headline: "Less than the amount was seen. Do not send again yet.",
  });
  expect(seenWords("received", own)).toBe("60.00 of 100.00 USDC was seen on Base.");
  expect(said("received", { ...own, deposit: { ...part, amount: amount("100.00") } })?.kind).toBe("ok");
});

test("another token beside the right one is told to the payer too", () => {
  const otherToken = { symbol: "USDbC", amount: amount("5") };
  const own = { ...request, deposit: { ...request.deposit, otherToken } };
  expect(seenWords("stopped", own)).toBe(
    "100.00 USDC arrived on Base, the exact amount. 5.00 USDbC arrived too, not USDC. It may be lost: tell Ada.",
  );
  expect(seenWords("stopped", { ...own, deposit: { ...own.deposit, label: "wrong_token" } })).toBe(
    "5.00 USDbC arrived on Base, not USDC. It may be lost: tell Ada.",
  );
});
