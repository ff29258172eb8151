import Big from "big.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { Problem } from "#lib/contract/problem";
import type { Amount } from "#lib/money/money";
import { mostFor } from "./amount-of-wish";
import { sendWish } from "./send-wish";
import type { AgreedRate } from "./stored-batch";

/** A service that nobody knows: where its fee is taken, how it rounds, and how its rate moves between two calls. */
type Service = {
  rate: string;
  fee: { of: "token" | "payout"; fixed: string; share: string };
  rounding: 0 | 1 | 3;
  /** Per cent a call, the calls one after the other. */
  drift: readonly number[];
};

const decimal = (most: number, decimals: number) =>
  fc.integer({ min: 1, max: most }).map((units) => Big(`${units}`).div(`1e${decimals}`).toFixed());
/** Most calls follow each other within a second, in which a rate stands still. */
const step = fc.oneof(
  { weight: 9, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: -90, max: 90 }) },
);
const services: fc.Arbitrary<Service> = fc.record({
  rate: fc.oneof(decimal(300_000_000, 2), decimal(300_000, 2)),
  fee: fc.record({
    of: fc.constantFrom("token" as const, "payout" as const),
    fixed: fc.oneof(fc.constant("0"), decimal(200, 2)),
    share: fc.oneof(fc.constant("0"), decimal(200, 4)),
  }),
  rounding: fc.constantFrom(0, 1, 3),
  drift: fc.array(step, { minLength: 8, maxLength: 8 }),
});
const wishes = fc.oneof(
  decimal(500_000_000, 2),
  fc.integer({ min: 1_000, max: 50_000_000 }).map((n) => `${n}`),
);
const tokens = fc.constantFrom({ decimals: 6 }, { decimals: 18 }, { decimals: 2 });

function open({ rate, fee, rounding, drift }: Service) {
  let calls = 0;
  let now = Big(rate);
  return (amount: Amount) => {
    const percent = Big(`${drift[calls % drift.length] ?? 0}`).div("10000");
    if (calls > 1) now = now.times(Big("1").plus(percent)).round(8, 1);
    calls += 1;
    const own = Big(fee.of === "token" ? amount : now.times(amount))
      .times(fee.share)
      .plus(fee.fixed);
    const taken = own.round(fee.of === "token" ? 6 : 2, 1);
    const paid = fee.of === "token" ? Big(amount).minus(taken).times(now) : now.times(amount).minus(taken);
    const output = paid.round(2, rounding);
    return {
      amount,
      rate: now.toFixed() as Amount,
      outputAmount: (output.lt("0") ? "0" : output.toFixed()) as Amount,
    };
  };
}

it("pays out the wish and never less, hardly more, with three quotes at most, whatever the service is", async () => {
  const above: Big[] = [];
  let sent = 0;
  let stoppedStill = 0;
  await fc.assert(
    fc.asyncProperty(services, wishes, tokens, async (service, text, token) => {
      const ask = open(service);
      const wish = text as Amount;
      const [usual, other] = [ask("100" as Amount), ask("1000" as Amount)];
      const slope = Big(other.outputAmount).minus(usual.outputAmount).div("900");
      const rate: AgreedRate = {
        ...{ asset: "base:usdc", ...usual, fee: "0" as Amount, quotedAt: "2026-11-24T10:00:00.000Z" },
        slope: (slope.gt("0") ? slope : Big(usual.rate)).round(18).toFixed() as Amount,
      };
      let quotes = 0;
      const count = (amount: Amount) => {
        quotes += 1;
        return ask(amount);
      };
      const result = await sendWish(
        { wish, rate, most: mostFor(wish, rate, token, "1"), token },
        async (amount) => count(amount),
        async (amount) => {
          const fresh = count(amount);
          if (Big(fresh.outputAmount).lt(wish))
            throw new Problem("quote_moved", "It fell.", { extra: { fresh } });
          return fresh;
        },
      ).catch((error) => {
        if (error instanceof Problem && error.code === "quote_moved") return undefined;
        throw error;
      });
      expect(quotes).toBeLessThanOrEqual(3);
      const isStill = service.drift.every((each) => each === 0);
      if (result === undefined && isStill) stoppedStill += 1;
      if (result === undefined) return;
      sent += 1;
      expect(Big(result.outputAmount).gte(wish)).toBe(true);
      above.push(Big(result.outputAmount).minus(wish).div(wish));
    }),
    { numRuns: 3_000 },
  );
  const median = above.sort((one, two) => one.cmp(two))[Math.floor(above.length / 2)] ?? Big("1");
  expect(median.lt("0.0001")).toBe(true);
  // By a rate of a cent a token, two quotes of the usual amounts say little.
  expect(stoppedStill).toBeLessThan(10);
  // What isn't sent stops with its reason: the rate fell twice while it was asked.
  expect(sent).toBeGreaterThan(2_700);
});

it.each(["0.0001", "0.001", "0.01", "0.1"])(
  "sends though the rate falls by %s percent at each call",
  async (percent) => {
    let rate = Big("1500");
    const ask = (amount: Amount) => {
      rate = rate.times(Big("1").minus(Big(percent).div("100")));
      const outputAmount = rate.times(amount).round(2, 0).toFixed() as Amount;
      return { amount, rate: rate.toFixed() as Amount, outputAmount };
    };
    const start = ask("100" as Amount);
    const agreed: AgreedRate = {
      ...{ asset: "base:usdc", ...start, fee: "0" as Amount, quotedAt: "2026-11-24T10:00:00.000Z" },
      slope: start.rate,
    };
    const [wish, token] = ["240000" as Amount, { decimals: 6 }];
    const sent = await sendWish(
      { wish, rate: agreed, most: mostFor(wish, agreed, token, "1"), token },
      async (amount) => ask(amount),
      async (amount) => {
        const fresh = ask(amount);
        if (Big(fresh.outputAmount).gte(wish)) return fresh;
        throw new Problem("quote_moved", "It fell.", { extra: { fresh } });
      },
    );
    // No more than the fall of two calls above the wish.
    const above = Big(sent.outputAmount).minus(wish).div(wish).times("100");
    expect(above.lte(Big(percent).times("2.1").plus("0.00001"))).toBe(true);
  },
);
