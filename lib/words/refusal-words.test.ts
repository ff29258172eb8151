import { expect, test } from "vitest";
import { type Refusal, readRefusal, refusalCodes, refusalFields } from "#lib/transfer/refusal";
import { refusalAct } from "./refusal-words";

const act = (kept: string) => refusalAct(readRefusal(kept) as Refusal);

test("says what to do by the reason, and makes up neither a wait nor a field", () => {
  expect(act("key_rejected")).toContain("Your admin must renew the key.");
  expect(act("rate_limited 12")).toBe("Try again in 12 s.");
  expect(act("rate_limited 400")).toBe("Try again in 7 min.");
  expect(act("rate_limited")).not.toMatch(/\d/);
  expect(act("service_refused bankCode")).toContain("the bank.");
  expect(act("service_refused")).not.toMatch(refusalFields.join("|"));
  for (const code of refusalCodes) expect(act(code)).toMatch(/\.$/);
});

test("an event of an older version, or with another word, has no reason", () => {
  for (const word of [null, "", "constructor", "paid", "rate_limited12"])
    expect(readRefusal(word)).toBeNull();
  expect(readRefusal("rate_limited soon")).toEqual({
    code: "rate_limited",
    retryAfterSeconds: null,
    field: null,
  });
});
