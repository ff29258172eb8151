import { expect, test } from "vitest";
import { leastReaching, mostQuotes, nextToTry } from "./amount-for-output";
import { type Amount, multiplyAmounts, roundAmount, subtractAmounts } from "./money";
import type { QuoteNumbers } from "./quote-arithmetic";

type Service = (amount: Amount) => QuoteNumbers;
const rate = "1538.42" as Amount;
const of = (amount: Amount, fee: Amount, output: Amount): QuoteNumbers => ({
  ...{ amount, rate, fee },
  outputAmount: roundAmount(output, 2),
});
const fixed = "6.25" as Amount;
const services: Record<string, Service> = {
  "a fixed fee in the token": (amount) =>
    of(amount, fixed, multiplyAmounts(subtractAmounts(amount, fixed), rate)),
  "a fixed fee in naira": (amount) =>
    of(amount, "900" as Amount, subtractAmounts(multiplyAmounts(amount, rate), "900" as Amount)),
  "a share": (amount) => of(amount, "1" as Amount, multiplyAmounts(amount, "1523.0358" as Amount)),
  "no fee": (amount) => of(amount, "0" as Amount, multiplyAmounts(amount, rate)),
};

function search(output: Amount, service: Service) {
  const quotes: [QuoteNumbers, ...QuoteNumbers[]] = [service("100" as Amount)];
  while (quotes.length < mostQuotes) {
    const next = nextToTry(output, quotes, 2);
    if (next === undefined) break;
    quotes.push(service(next));
  }
  return { found: leastReaching(output, quotes), count: quotes.length };
}

const outputs = ["5000000", "5000000.01", "153842", "144225.88", "0.01", "1", "999999999.99"];

test.each(Object.keys(services))("the least amount in cents that reaches the output is found: %s", (name) => {
  const service = services[name] ?? (() => expect.unreachable());
  for (const text of outputs) {
    const output = text as Amount;
    const { found, count } = search(output, service);
    expect(count, text).toBeLessThanOrEqual(mostQuotes);
    expect(Number(found?.outputAmount), text).toBeGreaterThanOrEqual(Number(output));
    const less = service(subtractAmounts(found?.amount ?? ("0" as Amount), "0.01" as Amount));
    expect(Number(less.outputAmount), text).toBeLessThan(Number(output));
  }
});

test("five million naira are 3,256.34 USDC, by two quotes", () => {
  const { found, count } = search("5000000" as Amount, services["a fixed fee in the token"] as Service);
  expect([found?.amount, found?.outputAmount, count]).toEqual(["3256.34", "5000003.46", 2]);
});

test("an output that no amount reaches ends after four quotes, with none", () => {
  const stuck = search("1000" as Amount, (amount) => of(amount, "0" as Amount, "5" as Amount));
  expect(stuck).toEqual({ found: undefined, count: mostQuotes });
});

test("a rate that falls between the quotes still gives one that reaches the output", () => {
  let calls = 0;
  const falling: Service = (amount) => {
    calls += 1;
    const lower = calls > 1 ? ("1530" as Amount) : rate;
    return of(amount, "0" as Amount, multiplyAmounts(amount, lower));
  };
  const { found } = search("5000000" as Amount, falling);
  expect(Number(found?.outputAmount)).toBeGreaterThanOrEqual(5_000_000);
});
