import { expect, test } from "vitest";
import type { Amount } from "#lib/money/money";
import { shownStanding } from "#lib/testing/ledger/shown-standing";
import { attentionReasons } from "#lib/transfer/attention-reasons";
import { attentionWords, reasonWords } from "./attention-words";
import { flagWords, statusWords } from "./words";

const said = [...Object.values(attentionWords), ...Object.values(flagWords)];

test("a title says one thing that happened, and no class of things", () => {
  for (const { title, body } of said) {
    expect(title).not.toMatch(/ or /);
    const named = ["failed", "expired", "cancelled", "refunded"].filter((word) => body.includes(` ${word}`));
    expect([title, named.length < 2]).toEqual([title, true]);
  }
});

test("a reason that is a status has its chip's word as its title", () => {
  for (const reason of attentionReasons) {
    if (!(reason in statusWords)) continue;
    const { word } = statusWords[reason as keyof typeof statusWords];
    expect(attentionWords[reason].title.startsWith(word)).toBe(true);
  }
});

test("one transfer's reason names its amounts", () => {
  const transfer = {
    amount: "100" as Amount,
    arrivedAmount: "60" as Amount,
    fromCurrency: "USDC",
    standing: shownStanding(),
  };
  expect(reasonWords("deposit_short", { ...transfer, status: "deposit_short" })).toEqual({
    title: "60.00 of 100.00 USDC arrived; 40.00 is missing",
    body: "Ask the service before you send the rest.",
  });
  // Another reason of the same transfer keeps its own words.
  expect(reasonWords("seen_twice", { ...transfer, status: "deposit_short" })).toBe(attentionWords.seen_twice);
});
