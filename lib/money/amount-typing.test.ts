import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { groupThousands } from "./amount-text";
import { type EditedAmount, editAmount } from "./amount-typing";

/** Plays keys into the field, the caret where the field put it; `<` is backspace, `>` delete, `[` moves left. */
function play(keys: string, start = ""): EditedAmount {
  let now: EditedAmount = { shown: { text: start, caret: start.length }, reading: { kind: "empty" } };
  for (const key of keys) {
    const { text, caret } = now.shown;
    if (key === "[") {
      now = { ...now, shown: { text, caret: Math.max(0, caret - 1) } };
      continue;
    }
    const [from, to, data, inputType] =
      key === "<"
        ? ([Math.max(0, caret - 1), caret, null, "deleteContentBackward"] as const)
        : key === ">"
          ? ([caret, caret + 1, null, "deleteContentForward"] as const)
          : ([caret, caret, key, "insertText"] as const);
    const after = {
      text: text.slice(0, from) + (data ?? "") + text.slice(to),
      caret: from + (data ?? "").length,
    };
    now = editAmount({ before: text, after, inputType, data, symbol: "USDC" });
  }
  return now;
}

const paste = (text: string, before = "") =>
  editAmount({
    before,
    after: { text, caret: text.length },
    inputType: "insertFromPaste",
    data: null,
    symbol: "USDC",
  });

describe("typing", () => {
  test.each([
    ["1250", "1,250", 5, "1250"],
    ["1250.50", "1,250.50", 8, "1250.50"],
    ["1250000", "1,250,000", 9, "1250000"],
    ["1,250", "1,250", 5, "1250"],
    ["1,250,000", "1,250,000", 9, "1250000"],
    ["1,250.5", "1,250.5", 7, "1250.5"],
    ["1250,5", "1,250,5", 7, "1250.5"],
    ["1,25", "1,25", 4, "1.25"],
    ["0.5", "0.5", 3, "0.5"],
    ["05", "5", 1, "5"],
    [".5", ".5", 2, "0.5"],
    ["1 250", "1,250", 5, "1250"],
    ["1250[[[<<", "250", 0, "250"],
    ["1250[[[9", "19,250", 2, "19250"],
    ["1250[[[[>>", "150", 1, "150"],
    ["1250[[[[[>>", "50", 0, "50"],
    ["1234567[[[[[<", "124,567", 2, "124567"],
    ["0.000001", "0.000001", 8, "0.000001"],
    ["1250.00", "1,250.00", 8, "1250.00"],
    ["100000[[[[[[1", "1,100,000", 3, "1100000"],
    ["1250.5<<", "1,250", 5, "1250"],
    ["12345.678[[[[<", "1,234.678", 5, "1234.678"],
    ["1000[[[[<", "0", 0, "0"],
    ["125[[[0", "125", 0, "125"],
  ])("%s shows %s with the caret at %i and means %s", (keys, text, caret, amount) => {
    const { shown, reading } = play(keys);
    expect(shown).toEqual({ text, caret });
    expect(reading).toMatchObject({ kind: "amount", text: amount });
  });

  test("backspace behind a comma moves the caret past it, so the next one deletes a digit", () => {
    const behindComma = { text: "1250", caret: 1 };
    const once = editAmount({
      before: "1,250",
      after: behindComma,
      inputType: "deleteContentBackward",
      data: null,
    });
    expect(once.shown).toEqual({ text: "1,250", caret: 1 });
  });

  test("delete before a comma is not stuck there", () => {
    const beforeComma = { text: "1250", caret: 1 };
    const once = editAmount({
      before: "1,250",
      after: beforeComma,
      inputType: "deleteContentForward",
      data: null,
    });
    expect(once.shown).toEqual({ text: "1,250", caret: 2 });
  });

  test("letters stay visible with a message, they are not dropped", () => {
    for (const [keys, text] of [
      ["1e3", "1e3"],
      ["1250U", "1,250U"],
      ["U1250", "U1250"],
      ["1250.5.", "1,250.5."],
    ] as const)
      expect(play(keys)).toMatchObject({
        shown: { text, caret: text.length },
        reading: { kind: "unreadable" },
      });
  });
});

describe("a paste shows what was read, in the field's notation, with the caret behind it", () => {
  test.each([
    ["1250", "1,250", "1250"],
    ["1,250.50", "1,250.50", "1250.50"],
    ["1 250,50", "1,250.50", "1250.50"],
    ["1\u00a0250,50", "1,250.50", "1250.50"],
    ["1\u202f250,50", "1,250.50", "1250.50"],
    ["1.250,50", "1,250.50", "1250.50"],
    ["1'250.50", "1,250.50", "1250.50"],
    ["USDC 1250.5", "1,250.5", "1250.5"],
    ["USDC 1 250,50", "1,250.50", "1250.50"],
    ["1250.5 USDC", "1,250.5", "1250.5"],
    ["1250.5usdc", "1,250.5", "1250.5"],
    ["$1,250.00", "1,250.00", "1250.00"],
    ["  1250.50\n", "1,250.50", "1250.50"],
    ["\u200e1,250.50\ufeff", "1,250.50", "1250.50"],
    ["12,34,567.89", "1,234,567.89", "1234567.89"],
    ["1 250 000", "1,250,000", "1250000"],
    ["1.250.000,5", "1,250,000.5", "1250000.5"],
    ["1,25", "1.25", "1.25"],
    ["0,250", "0.250", "0.250"],
    ["00012", "12", "12"],
    [".5", "0.5", "0.5"],
    ["100.1000", "100.1000", "100.1000"],
  ])("%j shows %s and means %s", (text, shown, amount) => {
    const edited = paste(text);
    expect(edited.shown).toEqual({ text: shown, caret: shown.length });
    expect(edited.reading).toMatchObject({ kind: "amount", text: amount });
  });

  test.each(["1.250", "what", "USDT 1250", "-5", "1e3", "12 50", "\u20a61,250"])(
    "%j stays as it is, since it is no amount yet",
    (text) => {
      const edited = paste(text);
      expect(edited.shown.text).toBe(text);
      expect(edited.reading.kind).not.toBe("amount");
    },
  );
});

test.each([
  "insertFromPaste",
  "insertFromPasteAsQuotation",
  "insertFromDrop",
  "insertFromYank",
  "insertReplacementText",
])("%s comes in one piece, so that an amount that may be two is asked for", (inputType) => {
  const after = { text: "1.250", caret: 5 };
  expect(editAmount({ before: "", after, inputType, data: "1.250" }).reading.kind).toBe("ask");
});

test.each(["insertText", "insertCompositionText", "deleteContentBackward"])(
  "%s is typing, where a point stands before decimals",
  (inputType) => {
    const after = { text: "1.250", caret: 5 };
    const { reading } = editAmount({ before: "1.25", after, inputType, data: null });
    expect(reading).toEqual({ kind: "amount", text: "1.250" });
  },
);

test("any amount typed key by key means itself and is shown grouped", async () => {
  const amounts = fc.tuple(
    fc.bigInt({ min: 0n, max: 10n ** 14n }),
    fc.option(fc.stringMatching(/^\d{1,6}$/)),
  );
  await fc.assert(
    fc.property(amounts, ([whole, fraction]) => {
      const text = fraction === null ? `${whole}` : `${whole}.${fraction}`;
      const { shown, reading } = play(text);
      expect(shown).toEqual({ text: groupThousands(text), caret: groupThousands(text).length });
      expect(reading).toMatchObject({ kind: "amount", text });
    }),
  );
});

test("the caret stays beside the digit that was typed, wherever that is", async () => {
  await fc.assert(
    fc.property(fc.stringMatching(/^[1-9]\d{3,12}$/), fc.nat(16), (digits, back) => {
      const before = groupThousands(digits);
      const at = Math.max(1, before.length - back);
      const after = { text: `${before.slice(0, at)}7${before.slice(at)}`, caret: at + 1 };
      const { shown } = editAmount({ before, after, inputType: "insertText", data: "7" });
      const left = (text: string, caret: number) => text.slice(0, caret).replaceAll(",", "");
      expect(left(shown.text, shown.caret)).toBe(left(after.text, after.caret));
      expect(shown.text.charAt(shown.caret - 1)).toBe("7");
    }),
  );
});
