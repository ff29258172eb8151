import { expect, test } from "vitest";
import type { PayerView } from "#lib/contract/pay/pay-links";
import type { Amount } from "#lib/money/money";
import { settlements } from "#lib/transfer/status-words";
import { submissions, type TransferStatus } from "#lib/transfer/transfer-status";
import { payerState } from "./payer-state";
import { payerWords, seenWords } from "./payer-words";

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
const transfer: Known = {
  status: "awaiting_deposit",
  address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  addressCheck: "valid",
  flags: [],
  deposit,
  funding: null,
  createdAt: "2026-11-24T00:00:00.000Z",
};
const funding: Known["funding"] = {
  ...{ id: "1", state: "asked", person: "Ada", wallet: "W", from: "0x0", hash: null },
  askedAt: "2026-11-24T00:00:00.000Z",
};
const windowMs = 1_800_000;
const start = Date.parse(transfer.createdAt);
const stateOf = (changes: Partial<Known>, now = start + 1) =>
  payerState({ ...transfer, ...changes }, { now, windowMs });

test("asks for a payment in three states of a transfer, and in time alone", () => {
  const all: TransferStatus[] = [...submissions, ...settlements, "conflicting", "other"];
  expect(all.filter((status) => stateOf({ status }) === "open")).toEqual([
    "accepted",
    "awaiting_deposit",
    "other",
  ]);
  expect([stateOf({}, start + windowMs - 1), stateOf({}, start + windowMs)]).toEqual(["open", "late"]);
});

test.each([
  [{ addressCheck: "unchecked" }, "stopped"],
  [{ addressCheck: "invalid" }, "stopped"],
  [{ flags: ["contradicting_address"] }, "stopped"],
  [{ address: null }, "stopped"],
  [{ deposit: { ...deposit, label: "gone" } }, "stopped"],
  [{ deposit: { ...deposit, label: "seen", amount: amount("60") } }, "received"],
  [{ deposit: { ...deposit, label: "exact", amount: amount("100") } }, "received"],
  [{ deposit: { ...deposit, label: "short", amount: amount("60") } }, "short"],
  [{ deposit: { ...deposit, label: "over", amount: amount("120") } }, "over"],
  [{ deposit: { ...deposit, label: "wrong_token" } }, "open"],
  [{ deposit: { ...deposit, label: "blind" } }, "open"],
  [{ funding }, "stopped"],
  [{ funding, deposit: { ...deposit, label: "exact", amount: amount("100") } }, "received"],
  [{ status: "conflicting" }, "stopped"],
  [{ status: "deposit_late" }, "received"],
  [{ status: "on_hold" }, "stopped"],
  [{ status: "on_hold", deposit: { ...deposit, label: "seen", amount: amount("60") } }, "received"],
] as const)("%j is %s", (changes, state) => {
  expect(stateOf(changes as Partial<Known>)).toBe(state);
});

const request: NonNullable<PayerView["request"]> = {
  ...{ payeeName: "Ada", amount: amount("100"), token: "USDC", networkName: "Base", address: null },
  ...{ memo: null, sendUntil: transfer.createdAt, reference: null, bank: null },
  deposit: { label: "none", amount: null, difference: null, otherToken: null, confirmations: null },
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
  [{ label: "none" }, "No USDC seen on Base yet."],
  [
    { label: "seen", amount: "60", confirmations: { has: 1, needs: 2 } },
    "Seen on Base: 60 USDC, 1 of 2 confirmations.",
  ],
  [{ label: "exact", amount: "100" }, "100 USDC arrived on Base, the exact amount."],
  [{ label: "short", amount: "60", difference: "40" }, "60 of 100 USDC arrived on Base; 40 are missing."],
  [{ label: "over", amount: "120", difference: "20" }, "120 USDC arrived on Base, 20 more than asked."],
  [
    { label: "wrong_token", otherToken: { symbol: "USDbC", amount: "100" } },
    "100 USDbC arrived on Base, not USDC. It may be lost: tell Ada.",
  ],
  [{ label: "gone" }, "A payment seen earlier is no longer on Base."],
])("%j is: %s", (seen, sentence) => {
  const own = { ...request, deposit: { ...request.deposit, ...seen } as typeof request.deposit };
  expect(seenWords("open", own)).toBe(sentence);
});
