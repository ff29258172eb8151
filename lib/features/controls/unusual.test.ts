import { describe, expect, it } from "vitest";
import { amount } from "#lib/testing/controls/made-up-rules";
import { type Sent, type UnusualFacts, unusualAmount } from "./unusual";

const of = (token: string, text: string, naira: string | null): Sent => ({
  token,
  amount: amount(text),
  naira: naira === null ? null : amount(naira),
});
const usdc = (naira: string | null, text = "1") => of("USDC", text, naira);
const judge = (asked: Sent, some: Partial<UnusualFacts>) =>
  unusualAmount({ asked, toAccount: [], byPerson: { naira: null, token: null }, ...some });
const times = (asked: Sent, toAccount: Sent[]) => judge(asked, { toAccount });

describe("what is usual for an account", () => {
  const three = ["100000", "150000", "900000"].map((naira) => usdc(naira));

  it("is the middle of what was sent to it, and five times that is still usual", () => {
    expect(times(usdc("750000"), three)).toEqual([]);
    expect(times(usdc("900000"), three)).toEqual([
      { kind: "times", usual: "150000", unit: "naira", times: 6, isMore: false },
    ]);
    expect(times(usdc("750000.01"), three)).toEqual([
      { kind: "times", usual: "150000", unit: "naira", times: 5, isMore: true },
    ]);
  });

  it("is half of the two in the middle, exactly", () => {
    const four = ["0.01", "100.01", "100.02", "5"].map((naira) => usdc(naira));
    expect(times(usdc("10000"), four)).toMatchObject([{ usual: "52.505" }]);
    expect(times(usdc("262.525"), four)).toEqual([]);
    expect(times(usdc("262.5251"), four)).toMatchObject([{ times: 5, isMore: true }]);
  });

  it("is known from three transfers on", () => {
    expect(times(usdc("900000000"), three.slice(1))).toEqual([]);
  });

  it("is of the newest twenty", () => {
    const many = [
      ...Array.from({ length: 20 }, () => usdc("1000")),
      ...Array.from({ length: 30 }, () => usdc("1")),
    ];
    expect(times(usdc("5000"), many)).toEqual([]);
    expect(times(usdc("5001"), many)).toMatchObject([{ usual: "1000" }]);
  });

  it("is compared over tokens in naira, and else within the token alone", () => {
    const mixed = [of("USDT", "1", "1500"), of("ETH", "0.0005", "1500"), of("USDC", "1", "1500")];
    expect(times(usdc("7501"), mixed)).toMatchObject([{ unit: "naira", usual: "1500" }]);
    expect(times(usdc(null, "1000"), mixed)).toEqual([]);
    const unpriced = [usdc(null), usdc(null), usdc("1500"), of("USDT", "1", "1500")];
    expect(times(usdc("1500", "6"), unpriced)).toMatchObject([{ unit: "token", usual: "1", times: 6 }]);
    expect(times(usdc(null, "5"), unpriced)).toEqual([]);
  });
});

describe("the largest that a person created", () => {
  const all = (count: number, largest: string) => ({ count, largest: amount(largest) });
  const largest = (asked: Sent, byPerson: UnusualFacts["byPerson"]) => judge(asked, { byPerson });

  it("counts from ten transfers on, and only above all of them", () => {
    expect(largest(usdc("2000001"), { naira: all(9, "2000000"), token: null })).toEqual([]);
    expect(largest(usdc("2000000.00"), { naira: all(10, "2000000"), token: null })).toEqual([]);
    // The same amount at a better rate.
    expect(
      largest(usdc("2000001", "1250.50"), { naira: all(10, "2000000"), token: all(10, "1250.5") }),
    ).toEqual([]);
    expect(largest(usdc("2000000.01"), { naira: all(10, "2000000"), token: null })).toEqual([
      { kind: "largest", largest: "2000000", unit: "naira" },
    ]);
  });

  it("is in naira where that is known of enough, and else in the token", () => {
    const both = { naira: all(10, "2000000"), token: all(50, "1000") };
    expect(largest(usdc("1", "1001"), both)).toEqual([]);
    expect(largest(usdc(null, "1001"), both)).toMatchObject([{ unit: "token" }]);
    expect(largest(usdc("1", "1001"), { ...both, naira: all(9, "1") })).toMatchObject([{ unit: "token" }]);
    expect(largest(usdc("1", "1001"), { naira: null, token: all(9, "1") })).toEqual([]);
  });
});

it("both are said where both are so", () => {
  const found = judge(usdc("1000"), {
    toAccount: [usdc("1"), usdc("1"), usdc("1")],
    byPerson: { naira: { count: 10, largest: amount("999") }, token: null },
  });
  expect(found.map(({ kind }) => kind)).toEqual(["times", "largest"]);
});
