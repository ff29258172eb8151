import { expect, test } from "vitest";
import type { PayerView, PaymentRequest } from "#lib/contract/pay/pay-links";
import type { Amount } from "#lib/money/money";
import { shownStanding } from "#lib/testing/ledger/shown-standing";
import { type Bar, bars } from "#lib/transfer/standing/invitation";
import { settlements } from "#lib/transfer/status-words";
import { submissions, type TransferStatus } from "#lib/transfer/transfer-status";
import { payerState } from "./payer-state";
import { payerFigures, payerWords, seenWords } from "./payer-words";

type Known = Parameters<typeof payerState>[0];
type Deposit = Known["deposit"];

const amount = (text: string) => text as Amount;
const deposit: Deposit = {
  ...{
    label: "none",
    watchEndedAt: null,
    amount: null,
    difference: null,
    isShort: false,
    parts: [],
    otherToken: null,
  },
  ...{ confirmations: null, firstAt: null, transactions: [], isShared: false },
};
const transfer: Known = { status: "awaiting_deposit", standing: shownStanding(), deposit };
const stateOf = (changes: Partial<Known>) => payerState({ ...transfer, ...changes });
const closed = (closedBy: Bar) => ({ standing: shownStanding({ closedBy }) });

test("asks for a payment where the standing is open to everybody, and nowhere else", () => {
  const all: TransferStatus[] = [...submissions, ...settlements, "conflicting", "other"];
  for (const status of all) {
    for (const bar of bars) expect(stateOf({ status, ...closed(bar) }), `${bar} ${status}`).not.toBe("open");
    expect(stateOf({ status, standing: shownStanding({ invitation: "open_here" }) })).not.toBe("open");
  }
  expect(stateOf({})).toBe("open");
});

test.each([
  [{ standing: shownStanding({ invitation: "open_here" }) }, "stopped"],
  [closed("window"), "late"],
  [closed("invalid_address"), "stopped"],
  [closed("two_addresses"), "stopped"],
  [closed("no_address"), "stopped"],
  [closed("gone"), "stopped"],
  [{ ...closed("arriving"), deposit: { ...deposit, label: "seen", amount: amount("60") } }, "received"],
  [{ ...closed("arrived"), deposit: { ...deposit, label: "exact", amount: amount("100") } }, "received"],
  [{ ...closed("short"), deposit: { ...deposit, label: "short", amount: amount("60") } }, "short"],
  [{ ...closed("arrived"), deposit: { ...deposit, label: "over", amount: amount("120") } }, "over"],
  [{ ...closed("wrong_token"), deposit: { ...deposit, label: "wrong_token" } }, "stopped"],
  [{ ...closed("wrong_token"), status: "expired" }, "stopped"],
  [{ ...closed("elsewhere"), status: "paid" }, "stopped"],
  [{ deposit: { ...deposit, label: "blind" } }, "open"],
  [closed("wallet"), "stopped"],
  [closed("unknown_word"), "stopped"],
  [closed("unread"), "stopped"],
  [closed("hold"), "stopped"],
  [{ ...closed("ended"), status: "conflicting" }, "stopped"],
  [{ ...closed("said"), status: "deposit_late" }, "received"],
  [{ ...closed("said"), status: "on_hold" }, "stopped"],
  [
    {
      ...closed("arriving"),
      status: "on_hold",
      deposit: { ...deposit, label: "seen", amount: amount("60") },
    },
    "received",
  ],
] as const)("%j is %s", (changes, state) => {
  expect(stateOf(changes as Partial<Known>)).toBe(state);
});

const request: NonNullable<PayerView["request"]> = {
  ...{ payeeName: "Ada", amount: amount("100"), token: "USDC", networkName: "Base", address: null },
  ...{
    memo: null,
    sendUntil: "2026-11-24T00:00:00.000Z",
    linkUntil: "2026-11-25T00:00:00.000Z",
    reference: null,
    bank: null,
    sources: null,
    reported: null,
  },
  deposit: {
    ...{ label: "none", amount: null, difference: null, otherToken: null, confirmations: null },
    firstAt: null,
  },
};
const said = (state: PayerView["state"]) =>
  payerWords({ state, host: "h", isSandbox: false, timeZone: "UTC", request });

test("says not to send in every state that asks for nothing", () => {
  const states = [
    "received",
    "short",
    "over",
    "late",
    "expired",
    "cancelled",
    "stopped",
    "finished",
    "ended",
  ];
  for (const state of states as PayerView["state"][])
    expect(said(state)?.headline, state).toMatch(/Do not send/);
  expect(said("open")).toBeUndefined();
  // Nobody has seen it on the network.
  expect(said("received")?.headline).toBe("A payment was reported. Do not send again.");
});

test.each([
  [{ label: "none" }, "Nothing seen on Base yet."],
  [
    { label: "seen", amount: "60", confirmations: { has: 1, needs: 2 } },
    "60.00 of 100.00 USDC was seen on Base.",
  ],
  [
    { label: "seen", amount: "100", confirmations: { has: 1, needs: 2 } },
    "Seen on Base: 100.00 USDC, 1 of 2 confirmations.",
  ],
  [{ label: "exact", amount: "100" }, "100.00 USDC arrived on Base, the exact amount."],
  [
    { label: "short", amount: "60", difference: "40" },
    "60.00 of 100.00 USDC arrived on Base. 40.00 USDC is missing.",
  ],
  [{ label: "over", amount: "120", difference: "20" }, "120.00 USDC arrived on Base, 20.00 more than asked."],
  [
    { label: "wrong_token", otherToken: { symbol: "USDbC", amount: "100" } },
    "100.00 USDbC arrived on Base, not USDC. It may be lost: tell Ada.",
  ],
  [{ label: "gone" }, "A payment seen earlier is no longer on Base."],
])("%j is: %s", (seen, sentence) => {
  const own = { ...request, deposit: { ...request.deposit, ...seen } as typeof request.deposit };
  expect(seenWords("open", own)).toBe(sentence);
});

test("shows what each source says arrived where it is not the amount, and what is missing or too much", () => {
  const cellsOf = (state: PayerView["state"], changes: Partial<PaymentRequest>) =>
    payerFigures({
      ...{ state, host: "h", isSandbox: false, timeZone: "UTC" },
      request: { ...request, ...changes },
    })?.map(({ term, amount, none }) => [term, amount ?? none]);
  const seen = (label: "short" | "over" | "seen", sum: string) => ({
    deposit: { ...request.deposit, label, amount: amount(sum), firstAt: "2026-11-24T00:00:00.000Z" },
  });
  expect(cellsOf("short", seen("short", "60"))).toEqual([
    ["The service says", "no amount"],
    ["Base shows", "60"],
    ["Missing", "40"],
  ]);
  expect(cellsOf("over", seen("over", "120"))?.at(-1)).toEqual(["Too much", "20"]);
  // Before it is sure, that a part is missing matters more than how sure it is.
  expect(cellsOf("received", seen("seen", "60"))?.at(-1)).toEqual(["Missing", "40"]);
  const sources = { service: amount("75"), network: amount("60") };
  const reported = { amount: amount("75"), at: null };
  expect(cellsOf("received", { ...seen("short", "60"), sources, reported })).toEqual([
    ["The service says", "75"],
    ["Base shows", "60"],
    ["Between them", "15"],
  ]);
  expect(cellsOf("received", seen("seen", "100"))).toBeUndefined();
  expect(cellsOf("finished", seen("short", "60"))).toBeUndefined();
});
