import { describe, expect, test } from "vitest";
import { BankEntry, BusinessDetailsResponse, QuoteResponse, TransferInitiationResponse } from "./offramp";
import { readJson } from "./wire";

const isQuote = (text: string) => QuoteResponse.safeParse(readJson(text)).success;
const isInitiated = (text: string) => TransferInitiationResponse.safeParse(readJson(text)).success;
const quoteWith = (field: string, literal: string | undefined) => {
  const quote: Record<string, string | undefined> = {
    rate: "1500.5",
    output_amount: "149300.25",
    fee: "0.5",
  };
  quote[field] = literal;
  const members = Object.entries(quote).flatMap(([name, value]) =>
    value === undefined ? [] : `"${name}":${value}`,
  );
  return `{"success":true,"quote":{${members.join(",")}}}`;
};

describe.each(["rate", "output_amount", "fee"])("U50 the %s of a quote", (field) => {
  test.each([
    undefined,
    '"five"',
    "null",
    "1e309",
    "-1",
    "1e-20",
    '"NaN"',
    '"Infinity"',
    '""',
    "{}",
    "[]",
    "true",
  ])("makes it unusable when it is %s", (literal) => {
    expect(isQuote(quoteWith(field, literal))).toBe(false);
  });

  test("may be zero only where it is the fee", () => {
    for (const zero of ["0", "0.00", '"0"', "-0"])
      expect(isQuote(quoteWith(field, zero))).toBe(field === "fee");
  });

  test("U55 keeps every digit, from a number or from text", () => {
    for (const literal of ["1234567.123456789012345678", '"1234567.123456789012345678"', "1234567.10"]) {
      const { quote } = QuoteResponse.parse(readJson(quoteWith(field, literal)));
      expect(quote[field]).toBe(literal.replaceAll('"', ""));
    }
  });
});

describe("U52 the flag of an answer", () => {
  test.each(["false", '"true"', "1", '"yes"', "null"])("is not true when it is %s", (flag) => {
    expect(isQuote(quoteWith("rate", "1500").replace("true", flag))).toBe(false);
    expect(isInitiated(`{"success":${flag},"address":"0x1","transactionId":"t"}`)).toBe(false);
  });
});

describe("U22 to U26 the answer to initiate", () => {
  test.each([
    "null",
    "[]",
    '"ok"',
    "1",
    "true",
    "{}",
    '[{"success":true,"address":"0x1","transactionId":"t"}]',
    '{"success":true,"transactionId":"t"}',
    '{"address":"0x1","transactionId":"t"}',
    ...['""', "null", "5", "{}", "[]", `"${"x".repeat(257)}"`].flatMap((value) => [
      `{"success":true,"address":${value},"transactionId":"t"}`,
      `{"success":true,"address":"0x1","transactionId":${value}}`,
    ]),
    '{"success":true,"address":"0x1","transactionId":" "}',
    '{"__proto__":{"success":true,"address":"0x1","transactionId":"t"}}',
  ])("is unusable when it is %s", (text) => {
    expect(isInitiated(text)).toBe(false);
  });

  test("U57 keeps fields that nobody knows", () => {
    const answer = TransferInitiationResponse.parse({
      success: true,
      address: "0x1",
      transactionId: "t",
      eta: "soon",
    });
    expect(answer).toMatchObject({ eta: "soon" });
  });
});

describe("U48, U49 reads", () => {
  test("a business with fields missing or null is read, without inventing any", () => {
    const { business } = BusinessDetailsResponse.parse({ business: { name: null, status: "active" } });
    expect(business).toEqual({ name: "", type: "", website: "", status: "active", owner: "" });
    for (const answer of [{}, { business: null }, { business: [] }, { business: { name: 5 } }])
      expect(BusinessDetailsResponse.safeParse(answer).success).toBe(false);
  });

  test("a bank needs a code and a name in text; 044 is not 44", () => {
    expect(BankEntry.parse({ code: "044", name: "Access Bank", logo: 1 })).toEqual({
      code: "044",
      name: "Access Bank",
      logo: 1,
    });
    for (const entry of [
      { code: 44, name: "A" },
      { code: "", name: "A" },
      { code: " ", name: "A" },
      { code: "1" },
      { name: "A" },
      { code: "1", name: "" },
      "x",
      null,
    ])
      expect(BankEntry.safeParse(entry).success).toBe(false);
  });
});
