import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eachOwnText } from "#lib/transfer/own-texts";
import {
  beginForm,
  createdBy,
  draftFault,
  dropReview,
  flushDraft,
  forgetDraft,
  formOf,
  keepDraft,
  keptDraft,
  markUncertain,
  noteCreated,
  reviewOf,
  writeReviewed,
} from "./draft";

const ours = () => Response.json({}, { headers: { "x-answered-by": "dashboard" } });
type Sent = { method: string; body: string | undefined };
const sent = vi.fn<(path: string, request: Sent) => Promise<Response>>(async () => ours());
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", sent);
  sent.mockClear();
  forgetDraft();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const fields = {
  amount: "10",
  askedOutput: "",
  asset: "base:usdc",
  bankCode: "000013",
  accountNumber: "0123456789",
  accountName: "Ada",
  ...eachOwnText(() => ""),
};
const typed = { origin: "", fields, bank: { code: "000013", name: "GTBank" }, payee: null };
const written = () =>
  sent.mock.calls.map(([, { method, body }]) => ({ method, ...JSON.parse(body ?? "{}") }));

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
  markUncertain(key, true);
  expect(reviewOf("a")).toMatchObject({ key, hasStray: false });
  expect(reviewOf("b").hasStray).toBe(true);
  expect(reviewOf("c").hasStray).toBe(true);
});

test("an answer takes the doubt away", () => {
  const { key } = reviewOf("a");
  markUncertain(key, true);
  markUncertain(key, false);
  expect(reviewOf("b").hasStray).toBe(false);
  // Too late for the other content, which it says nothing of.
  markUncertain(key, true);
  expect(reviewOf("c").hasStray).toBe(false);
});

test("what is typed is written once a second, and at once when the page is left", async () => {
  for (const accountName of ["A", "Ad", "Ada"]) keepDraft({ ...typed, fields: { ...fields, accountName } });
  expect(sent).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(written()).toMatchObject([{ method: "PUT", accountName: "Ada", bankName: "GTBank", key: null }]);
  flushDraft();
  expect(sent).toHaveBeenCalledTimes(1);
  keepDraft({ ...typed, fields: { ...fields, amount: "20" } });
  flushDraft();
  expect(written()[1]).toMatchObject({ amount: "20" });
});

test("a draft that something between refuses is known not to be kept, and is written again", async () => {
  const firewall = new Response("<h1>Blocked</h1>", { status: 403 });
  sent.mockResolvedValueOnce(firewall).mockResolvedValueOnce(new Response("Sign in", { status: 200 }));
  keepDraft(typed);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(draftFault()?.message).toMatch(/^Something between you and the dashboard refused PUT\. HTTP 403/);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(draftFault()?.message).toMatch(/^Something between you and the dashboard answered PUT\. HTTP 200/);
  await vi.advanceTimersByTimeAsync(15_000);
  expect([written().length, draftFault()]).toEqual([3, undefined]);
});

test("a payee's account is not in the draft, and a review's key is", () => {
  const payee = { id: "p", name: "Ada", version: 1, change: null };
  keepDraft({ ...typed, payee });
  const { key } = reviewOf("a");
  writeReviewed();
  expect(written()).toMatchObject([{ payeeId: "p", accountNumber: "", accountName: "", bankName: "", key }]);
});

test("a form is its own: the address’s after a reload, a new one without it, and another for another origin", async () => {
  const given = "6f1c1c8e-8a53-4d8f-9d1c-0e5f4f6b7a10";
  beginForm("", given, undefined);
  expect([formOf(""), formOf("")]).toEqual([given, given]);
  beginForm("", "11111111-8a53-4d8f-9d1c-0e5f4f6b7a10", undefined);
  expect(formOf("")).toBe(given);
  expect(formOf("payee")).not.toBe(given);
  forgetDraft();
  beginForm("", "not an ID", undefined);
  const own = formOf("");
  expect(own).not.toBe(given);
  keepDraft(typed);
  flushDraft();
  expect(written()).toMatchObject([{ method: "PUT", form: own }]);
});

test("what was filled in from another form’s draft ends with both, once it is created", async () => {
  const [own, other] = ["6f1c1c8e-8a53-4d8f-9d1c-0e5f4f6b7a10", "7f1c1c8e-8a53-4d8f-9d1c-0e5f4f6b7a10"];
  beginForm("", own, { ...typed, form: other });
  keepDraft(typed);
  noteCreated("t1", reviewOf("a").key);
  await vi.advanceTimersByTimeAsync(10_000);
  const removed = sent.mock.calls.map(([path]) => path);
  expect(removed).toEqual([own, other].map((form) => `/api/transfers/draft?form=${form}`));
});

test("a created transfer leaves nothing behind but which it was", async () => {
  keepDraft(typed);
  const { key } = reviewOf("a");
  expect(noteCreated("t1", key)).toBe(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(written().map(({ method }) => method)).toEqual(["DELETE"]);
  expect(keptDraft()).toBeNull();
  expect([createdBy(key), createdBy("other")]).toEqual(["t1", undefined]);
  expect(reviewOf("a").key).not.toBe(key);
});

test("a transfer that was created after its content was changed takes nothing of the new content", async () => {
  const { key } = reviewOf("a");
  keepDraft(typed);
  const next = reviewOf("b").key;
  expect(noteCreated("t1", key)).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(written().map(({ method }) => method)).toEqual(["PUT"]);
  expect([createdBy(key), reviewOf("b").key]).toEqual(["t1", next]);
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
