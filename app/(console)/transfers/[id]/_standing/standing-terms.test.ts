import { expect, it } from "vitest";
import type { Transfer } from "#lib/contract/api";
import { bars } from "#lib/transfer/standing/invitation";
import { isStoppable, standingTerms } from "./standing-terms";

const of = (standing: Partial<Transfer["standing"]>, part: Partial<Transfer> = {}) =>
  ({
    ...{ id: "1", amount: "100", fromCurrency: "USDC", addressCheck: "valid", isFinal: false, funding: null },
    deposit: { label: "none" },
    ...part,
    standing: { closedBy: "window", ask: "100", ...standing },
  }) as Transfer;
const halfHour = 30 * 60_000;

it("says why it is closed, what will be asked for, and who will see it", () => {
  expect(standingTerms(of({}), halfHour)).toMatchObject({
    why: "The time to send has passed. Ask the service before you send.",
    ask: "100.00 USDC",
    windowMinutes: 30,
    isHereAlone: false,
  });
  const short = { deposit: { label: "short" } } as Partial<Transfer>;
  expect(standingTerms(of({ closedBy: "short", ask: "40" } as never, short), halfHour)).toMatchObject({
    ask: "40.00 USDC, what is missing of 100.00",
    isHereAlone: true,
  });
});

it("offers to stop only where no money came, none may be under way, and nobody stopped before", () => {
  expect(isStoppable(of({ closedBy: null }))).toBe(true);
  expect(isStoppable(of({ closedBy: "unknown_word" }))).toBe(true);
  expect(isStoppable(of({ closedBy: null }, { isFinal: true }))).toBe(false);
  const moneyOrOver = ["not_accepted", "wrong_token", "elsewhere", "arriving", "arrived", "short", "ended"];
  for (const bar of bars)
    if ([...moneyOrOver, "said", "wallet", "stopped"].includes(bar))
      expect([bar, isStoppable(of({ closedBy: bar }))]).toEqual([bar, false]);
});
