import { expect, it } from "vitest";
import type { Transfer } from "#lib/contract/api";
import type { Amount } from "#lib/money/money";
import { shownStanding } from "#lib/testing/ledger/shown-standing";
import type { AttentionReason } from "#lib/transfer/attention-reasons";
import { reportedArrived, stateWords, statusesOf } from "#lib/transfer/transfer-states";
import type { TransferStatus } from "#lib/transfer/transfer-status";
import { stakeOf } from "./stake";

type Sums = {
  asked?: string;
  service?: string;
  network?: string;
  differ?: [string, string];
  other?: [string, string];
  status?: TransferStatus;
  label?: Transfer["deposit"]["label"];
  /** What each source says arrived, and against the estimate. */
  received?: [amount: string, difference: string][];
  paidOut?: string;
};

const stake = (reason: AttentionReason, sums: Sums = {}) => {
  const { asked = "100", service, network, differ, other, status = "accepted", label = "none" } = sums;
  const received = (sums.received ?? []).map(([amount, difference]) => ({
    ...{ source: "payee_said" as const, amount: amount as Amount, difference: difference as Amount },
    ...{ day: "2026-11-24", reason: null, recordedAt: "2026-11-24T10:00:00.000Z", events: [1] },
  }));
  const [of, on] = differ ?? [];
  const sources = of === undefined ? null : { service: of as Amount, network: on as Amount };
  const [symbol, units] = other ?? [];
  const otherToken = symbol === undefined ? null : { symbol, amount: units as Amount };
  const found = stakeOf(
    {
      amount: asked as Amount,
      arrivedAmount: (service ?? null) as Amount | null,
      deposit: { amount: network ?? null, otherToken, label } as Transfer["deposit"],
      standing: shownStanding({ reason, sources }),
      ...{ fromCurrency: "USDC", currency: "NGN", received, status },
      paidOut:
        sums.paidOut === undefined
          ? null
          : { amount: sums.paidOut as Amount, difference: null, at: "", event: 1 },
    },
    reason,
  );
  return `${found.amount} ${found.symbol} ${found.word}`;
};

it.each<[AttentionReason, Sums, string]>([
  ["received_differs", { received: [["4999950", "-50"]] }, "50 NGN missing"],
  ["received_differs", { received: [["5000010.5", "10.5"]] }, "10.5 NGN too much"],
  ["received_differs", { received: [["5000000", "0"]], paidOut: "4990000" }, "10000 NGN between them"],
  [
    "received_differs",
    {
      received: [
        ["90", "0"],
        ["100", "10"],
      ],
    },
    "10 NGN between them",
  ],
  ["deposit_short", { service: "26.4" }, "73.6 USDC missing"],
  ["chain_short", { network: "99.999999" }, "0.000001 USDC missing"],
  ["chain_over", { network: "112" }, "12 USDC too much"],
  ["deposit_over", { asked: "1000000000000000.01", service: "1000000000000000.02" }, "0.01 USDC too much"],
  // The service said so without an amount.
  ["deposit_short", {}, "100 USDC in question"],
  ["sources_differ", { differ: ["1250", "1247.999"] }, "2.001 USDC between them"],
  ["failed", { network: "226" }, "226 USDC with the service"],
  // That they differ is not what presses most.
  ["failed", { differ: ["60", "100"] }, "100 USDC with the service"],
  ["failed", { status: "failed" }, "100 USDC not sent"],
  // Nobody looked whether something came.
  ["failed", { status: "failed", label: "off" }, "100 USDC in question"],
  ["on_hold", { service: "60" }, "60 USDC arrived"],
  ["refunded", { network: "60" }, "60 USDC sent back"],
  ["chain_wrong_token", { other: ["USDbC", "219"] }, "219 USDbC arrived"],
  ["no_deposit", {}, "100 USDC not sent"],
  // Nobody knows what a word says that nobody knows.
  ["unknown_word", { status: "other" }, "100 USDC in question"],
  ["update_unread", {}, "100 USDC in question"],
  ["callbacks_dropped", {}, "100 USDC in question"],
  ["unheard", {}, "100 USDC in question"],
  // The page says where it is.
  ["refund_failed", { network: "226" }, "226 USDC with the service"],
  ["refunding", { network: "226" }, "226 USDC being sent back"],
  ["reversed", { network: "226" }, "226 USDC in question"],
  ["conflicting_reports", { network: "226" }, "226 USDC in question"],
  ["stuck", { network: "100", label: "seen" }, "100 USDC seen"],
  ["stuck", { network: "100", label: "seen", status: "processing" }, "100 USDC arrived"],
  // It was paid, so somebody sent.
  ["seen_twice", { status: "paid" }, "100 USDC in question"],
  ["seen_twice", { status: "awaiting_deposit" }, "100 USDC not sent"],
  ["no_deposit", { label: "gone" }, "100 USDC in question"],
  ["unknown_word", { network: "100" }, "100 USDC arrived"],
  ["unknown_outcome", {}, "100 USDC in question"],
])("names what is at stake of %s %j: %s", (reason, sums, said) => {
  expect(stake(reason, sums)).toBe(said);
});

it("calls money arrived where the overview’s open money does, whether or not a sum was named", () => {
  expect(stateWords.deposited).toMatch(/^Arrived\b/);
  for (const status of reportedArrived) {
    const isShort = status === "deposit_short";
    for (const reason of ["on_hold", "stuck", "late_deposit", "deposit_over", "update_unread"] as const) {
      expect([status, stake(reason, { status })]).toEqual([
        status,
        isShort ? expect.not.stringContaining("arrived") : "100 USDC arrived",
      ]);
    }
  }
  for (const status of [...statusesOf("unclear"), ...statusesOf("failed")])
    expect(stake("unknown_outcome", { status })).toBe("100 USDC in question");
});
