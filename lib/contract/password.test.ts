import { describe, expect, it } from "vitest";
import { passwordFault } from "./password";

describe("a password that can be used", () => {
  it.each([
    "seven small boats on a lake",
    "onlylowercaseletterswithout",
    "ọjọ́ mẹ́ta ni mo dúró níbẹ̀",
    "  spaces   stay where they are  ",
    "九つの緑色のランプが窓辺に並んでいる",
    "a sentence of sixty-four characters and more is no less welcome here, at all",
  ])("may have any characters, many or few kinds: %s", (password) => {
    expect(passwordFault(password)).toBeUndefined();
  });

  it("has 15 to 128 characters", () => {
    const text = Array.from({ length: 150 }, (_, at) => String.fromCharCode(0x4e00 + at)).join("");
    expect([14, 15, 128, 129].map((length) => passwordFault(text.slice(0, length)) === undefined)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

describe("a password that is tried first is refused", () => {
  it.each([
    "passwordpassword",
    "password123456789",
    "123456789012345",
    "aaaaaaaaaaaaaaaa",
    "qwertyuiopasdfghjkl",
    "abcdefghijklmnop",
    "1q1q1q1q1q1q1q1q",
    "OfframpDashboard1",
    "administrator2026",
  ])("%s", (password) => {
    expect(passwordFault(password)).toBeDefined();
  });

  it("and so is one that is mostly its owner's name or address", () => {
    const known = ["Adaeze Okonkwo", "adaeze.okonkwo@example.com"];
    expect(passwordFault("AdaezeOkonkwo2026", known)).toBeDefined();
    expect(passwordFault("adaeze-okonkwo-example", known)).toBeDefined();
  });
});
