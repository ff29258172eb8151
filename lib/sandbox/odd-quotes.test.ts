import { expect, onTestFinished, test } from "vitest";
import { QuoteResponse } from "#lib/contract/offramp";
import type { Amount } from "#lib/money/money";
import { findQuoteDoubts } from "#lib/money/quote-doubts";
import { openInProcess } from "#lib/testing/service/contract-target";
import { oddAmounts } from "./scenarios";

let now = Date.parse("2026-11-20T09:00:00.000Z");

async function open() {
  const service = await openInProcess({ times: { now: () => now } });
  onTestFinished(() => service.close());
  return async (amount: string) => {
    const { json } = await service.call("quote", { body: `{"amount":${amount},"asset":"base:usdc"}` });
    return QuoteResponse.safeParse(json).data?.quote;
  };
}

const last = { rate: "1500" as Amount, at: "2026-11-20T08:00:00.000Z" };

test("each odd amount is odd in its own way, and what stands beside it is not", async () => {
  const quote = await open();
  const kinds: Record<string, string[]> = {};
  for (const amount of [...oddAmounts.keys(), "1313.0100", "1313", "1313.1"]) {
    const answer = await quote(amount);
    const figures = answer && {
      amount: amount as Amount,
      rate: answer.rate,
      fee: answer.fee,
      outputAmount: answer.output_amount,
    };
    kinds[amount] = figures ? findQuoteDoubts(figures, last).map(({ kind }) => kind) : ["unusable"];
  }
  expect(kinds).toEqual({
    "1313.01": ["unexplained"],
    "1313.0100": ["unexplained"],
    "1313.02": ["unexplained"],
    "1313.03": ["unexplained", "rate_moved"],
    "1313.04": ["rate_moved"],
    "1313.05": ["too_large", "rate_moved"],
    "1313.06": [],
    "1313.07": [],
    "1313.08": ["unusable"],
    "1313": [],
    "1313.1": [],
  });
});

test("a rising quote rises ten seconds after it was first asked for, and begins again when it is forgotten", async () => {
  const quote = await open();
  const output = async () => Number((await quote("1313.06"))?.output_amount);
  const usual = await output();
  now += 9_000;
  expect((await output()) / usual).toBeCloseTo(1, 2);
  now += 1_000;
  expect((await output()) / usual).toBeCloseTo(1.05, 2);
  now += 121_000;
  expect((await output()) / usual).toBeCloseTo(1, 2);
});
