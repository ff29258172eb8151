import { expect, test } from "vitest";
import type { Transfer } from "#lib/contract/api";
import type { Amount } from "#lib/money/money";
import { type ChainWords, chainWords, comparedWords, lastLook } from "./chain-words";

type Deposit = Transfer["deposit"];
const amount = (text: string) => text as Amount;
const nothing: Deposit = {
  ...{ label: "none", watchEndedAt: null, amount: null, difference: null, isShort: false, parts: [] },
  ...{ otherToken: null, confirmations: null, firstAt: null, transactions: [], isShared: false },
};
const madeAt = "2026-03-03T12:00:00.000Z";
const about = { networkName: "Base", windowMs: 1_800_000, isNetworkWatched: true };

function said(deposit: Partial<Deposit>, changes: Partial<typeof about> = {}): ChainWords {
  const transfer = { amount: amount("100"), fromCurrency: "USDC", createdAt: madeAt } as const;
  return chainWords(
    { ...transfer, status: "awaiting_deposit", deposit: { ...nothing, ...deposit } },
    { ...about, ...changes },
  );
}
const whole = { headline: expect.any(String), sentences: expect.any(Array), kind: expect.any(String) };

const ask = "Ask the service before you send the rest.";
const wait = "The service hasn’t reported it yet. Nothing to do now: don’t send again.";
const unsaid = "The service hasn’t reported it yet. Don’t send again.";
test.each<[Partial<Deposit>, ChainWords["kind"], string, string]>([
  [
    { label: "off" },
    "quiet",
    "This dashboard hasn’t looked at this address on Base",
    "Only the service says whether the deposit arrived.",
  ],
  [{ label: "none" }, "quiet", "No USDC seen on Base yet", ""],
  [{ label: "none", watchEndedAt: madeAt }, "quiet", "No USDC seen on Base", ""],
  [
    { label: "blind" },
    "warn",
    "We can’t see Base now",
    "A deposit may have arrived that we don’t see. Look in the block explorer before anybody sends.",
  ],
  [
    { label: "seen", amount: amount("100"), confirmations: { has: 1, needs: 2 } },
    "info",
    "Seen on Base: 1 of 2 confirmations",
    "Don’t send again.",
  ],
  [
    { label: "seen", amount: amount("60"), isShort: true },
    "info",
    "Seen on Base: not final yet",
    "Don’t send again.",
  ],
  [{ label: "exact", amount: amount("100") }, "info", "100.00 USDC arrived on Base, the exact amount", wait],
  [
    { label: "short", amount: amount("60"), difference: amount("40") },
    "warn",
    "60.00 of 100.00 USDC arrived; 40.00 is missing",
    ask,
  ],
  [
    { label: "over", amount: amount("120"), difference: amount("20") },
    "warn",
    "120.00 USDC arrived, 20.00 more than asked",
    "Ask the service what happens to the extra amount. Don’t send again.",
  ],
  [
    { label: "exact", amount: amount("100"), parts: [amount("60"), amount("40")] },
    "info",
    "100.00 USDC arrived on Base, the exact amount",
    `It came in 2 parts: 60.00 + 40.00 USDC. ${wait}`,
  ],
  [
    { label: "wrong_token", otherToken: { symbol: "USDT", amount: amount("100") } },
    "warn",
    "No USDC arrived on Base",
    "100.00 USDT arrived, but this transfer is in USDC. It may be lost. Give the service the transaction, and ask before you send again.",
  ],
  [
    { label: "exact", amount: amount("100"), firstAt: "2026-03-03T12:42:10.000Z" },
    "warn",
    "100.00 USDC arrived on Base, the exact amount",
    `It arrived late, 42 minutes after this transfer was made. Ask the service what happens to it. ${unsaid}`,
  ],
  [
    { label: "gone" },
    "warn",
    "A deposit seen earlier is no longer on Base",
    "It doesn’t count unless it is seen again. Ask the service before you send again.",
  ],
  [
    { label: "exact", amount: amount("100"), isShared: true },
    "warn",
    "100.00 USDC arrived on Base, the exact amount",
    `Another transfer has this address, and the network doesn’t show which one a deposit is for. Ask the service. ${unsaid}`,
  ],
])("%j is said so", (deposit, kind, headline, sentences) => {
  const words = said(deposit);
  expect({ ...words, sentences: words.sentences.join(" ") }).toEqual({ kind, headline, sentences });
});

test("a network that nobody watches is called so, and one that is watched never", () => {
  const off = said({ label: "off" }, { isNetworkWatched: false });
  expect(off).toEqual({ ...whole, headline: "This dashboard doesn’t watch Base" });
  expect(said({ label: "off" }).headline).not.toContain("watch");
});

test("one amount that is missing is one", () => {
  expect(said({ label: "short", amount: amount("99"), difference: amount("1") }).headline).toBe(
    "99.00 of 100.00 USDC arrived; 1.00 is missing",
  );
});

test.each<[Partial<Deposit>, string]>([
  [{ amount: amount("100"), difference: amount("0.000000") }, "the exact amount"],
  [{ amount: amount("60"), difference: amount("40"), isShort: true }, "of 100.00 USDC"],
  [{ amount: amount("120.5"), difference: amount("20.5") }, "20.50 more than asked"],
])("what was seen is compared with what was asked: %j", (deposit, words) => {
  const asked = { amount: amount("100"), fromCurrency: "USDC" } as const;
  expect(comparedWords({ ...asked, deposit: { ...nothing, label: "seen", ...deposit } })).toBe(words);
});

test("what is not looked at any more is not said to be read", () => {
  for (const label of ["none", "exact", "gone"] as const)
    expect(lastLook({ label, watchEndedAt: madeAt }, "now")).toEqual({ endedAt: madeAt });
  expect(lastLook({ label: "none", watchEndedAt: null }, "now")).toEqual({ reading: "now" });
  expect(lastLook({ label: "off", watchEndedAt: null }, "now")).toBeUndefined();
  expect(lastLook({ label: "exact", watchEndedAt: null }, undefined)).toBeUndefined();
});
