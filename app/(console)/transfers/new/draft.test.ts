import { beforeEach, expect, test } from "vitest";
import { dropReview, forgetDraft, keepRecipient, keptRecipient, markUncertain, reviewOf } from "./draft";

beforeEach(forgetDraft);

test("the same content has one key, however often the review is shown", () => {
  const { key } = reviewOf("a");
  expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(reviewOf("a").key).toBe(key);
});

test("changed content has a new key, and so has the first content after it", () => {
  const first = reviewOf("a").key;
  const second = reviewOf("b").key;
  expect(second).not.toBe(first);
  expect(reviewOf("a").key).not.toBe(second);
});

test("a lost answer keeps its key for the same content, and is warned of once the content is another", () => {
  const { key } = reviewOf("a");
  markUncertain(true);
  expect(reviewOf("a")).toMatchObject({ key, hasStray: false });
  expect(reviewOf("b").hasStray).toBe(true);
  expect(reviewOf("c").hasStray).toBe(true);
});

test("an answer takes the doubt away", () => {
  reviewOf("a");
  markUncertain(true);
  markUncertain(false);
  expect(reviewOf("b").hasStray).toBe(false);
});

test("a created transfer leaves nothing behind", () => {
  keepRecipient({
    bank: null,
    payee: null,
    accountNumber: "0123456789",
    accountName: "Ada",
    reference: "",
    purpose: "",
    callbackUrl: "",
  });
  const { key } = reviewOf("a");
  forgetDraft();
  expect(keptRecipient()).toBeUndefined();
  expect(reviewOf("a").key).not.toBe(key);
});

test("a key that was used for other content is not used again", () => {
  const { key } = reviewOf("a");
  dropReview();
  expect(reviewOf("a").key).not.toBe(key);
});

test("without randomUUID, as over plain http, the key is still a random UUID", () => {
  const original = crypto.randomUUID;
  Object.defineProperty(crypto, "randomUUID", { value: undefined, configurable: true });
  try {
    const keys = Array.from({ length: 50 }, (_, place) => reviewOf(`${place}`).key);
    expect(new Set(keys).size).toBe(50);
    for (const key of keys)
      expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  } finally {
    Object.defineProperty(crypto, "randomUUID", { value: original, configurable: true });
  }
});
