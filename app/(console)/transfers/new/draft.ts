import { call } from "#lib/calls/call";
import { newKey } from "#lib/calls/new-key";
import type { Bank } from "#lib/contract/api";
import { isSignedOut } from "#lib/contract/problem";
import { draftLimits } from "#lib/transfer/draft-limits";
import type { ChosenPayee, TransferForm } from "./transfer-form";

/** Account details go into no storage of the browser: the server keeps them, encrypted, for as long as the session. */
export type Draft = {
  /** What the form began with: an earlier transfer's or a payee's ID, or nothing. */
  origin: string;
  /** The form that it was kept of; left out, this one. */
  form?: string;
  fields: TransferForm;
  bank: Bank | null;
  payee: ChosenPayee | null;
};
type Review = {
  content: string;
  key: string;
  /** It was sent, and no answer came yet. */
  isUncertain: boolean;
  /** Earlier content was sent and no answer came. */
  hasStray: boolean;
};
const pauseMs = 1_000;
const againMs = 15_000;
/** What this tab has typed; `null` once that was created or removed, so that no earlier copy of it comes back. */
let draft: Draft | null | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let lastWrite: Promise<unknown> = Promise.resolve();
let created: { id: string; key: string } | undefined;
let review: Review | undefined;
/** The key of a review before a reload: the next review continues under it. */
let carriedKey: string | undefined;
/** The ID of this tab's form of each origin. It is in the address, so that a reload finds its own draft. */
const forms = new Map<string, string>();
/** Why the last write failed: what is typed would be lost with this page. */
let fault: Error | undefined;
const faultListeners = new Set<() => void>();
/** Another form, whose draft this one was filled in with. */
let source: string | undefined;

/** `given`: the ID in the address. */
export function beginForm(origin: string, given: string | null, kept: Draft | undefined): void {
  if (isKey(given) && !forms.has(origin)) forms.set(origin, given);
  source = kept?.form === forms.get(origin) ? undefined : kept?.form;
}

export function formOf(origin: string): string {
  const form = forms.get(origin) ?? newKey();
  forms.set(origin, form);
  return form;
}

export function keptDraft(): Draft | null | undefined {
  return draft;
}

/** The server has it within seconds. */
export function keepDraft(typed: Draft): void {
  draft = typed;
  formOf(typed.origin);
  timer ??= setTimeout(writeDraft, pauseMs);
}

/** At once, where something waits to be written. */
export function flushDraft(): void {
  if (timer !== undefined) writeDraft();
}

/** With the key of its review, so that the draft is over once a transfer has it. */
export function writeReviewed(): void {
  if (draft) writeDraft();
}

/** Why the draft isn't kept now. That somebody is signed out the page says itself. */
export function draftFault(): Error | undefined {
  return isSignedOut(fault) ? undefined : fault;
}

/** Returns what ends it. */
export function onDraftFault(listener: () => void): () => void {
  faultListeners.add(listener);
  return () => faultListeners.delete(listener);
}

function noteFault(error: Error | undefined): void {
  fault = error;
  for (const listener of faultListeners) listener();
}

/** A draft that could not be written is written with the next change, and again after a while. */
function writeDraft(): void {
  clearTimeout(timer);
  timer = undefined;
  if (!draft) return;
  const { origin, bank, payee } = draft;
  const { askedOutput, ...fields } = draft.fields;
  const account =
    payee === null
      ? { ...fields, bankName: bank?.name ?? "" }
      : { ...fields, bankCode: "", bankName: "", accountNumber: "", accountName: "" };
  // What is too long for any transfer is not kept, and the copy before it stays.
  const isTooLong = ([name, most]: [string, number]) =>
    (new Map(Object.entries(account)).get(name) ?? "").length > most;
  if (Object.entries(draftLimits).some(isTooLong)) return;
  const body = {
    origin,
    form: formOf(origin),
    ...account,
    ...(askedOutput !== "" && { askedOutput }),
    payeeId: payee?.id ?? null,
    key: review?.key ?? null,
  };
  lastWrite = call("PUT /api/transfers/draft", { body, keepalive: true }).then(
    () => noteFault(undefined),
    (error) => {
      if (!draft) return;
      noteFault(error);
      timer ??= setTimeout(writeDraft, againMs);
    },
  );
}

/** Rejects where the server could not remove it. With the draft that it was filled in with: that is over too. */
export async function removeDraft(): Promise<void> {
  const over = new Set([...forms.values(), ...(source === undefined ? [] : [source])]);
  forgetDraft();
  await lastWrite;
  await Promise.all(
    [...over].map((form) => call("DELETE /api/transfers/draft", { query: { form }, keepalive: true })),
  );
}

/** In this tab. */
export function forgetDraft(): void {
  clearTimeout(timer);
  timer = undefined;
  draft = null;
  review = undefined;
  carriedKey = undefined;
  source = undefined;
  noteFault(undefined);
  forms.clear();
}

/** What a review became: Back to it says so. Returns whether this tab has gone on to no other content since. */
export function noteCreated(id: string, key: string): boolean {
  created = { id, key };
  if (review?.key !== key) return false;
  // Where this fails, the server sees by the draft's key that it is over.
  void removeDraft().catch(() => undefined);
  return true;
}

/** The transfer that the review under this key became in this tab. */
export function createdBy(key: string | null): string | undefined {
  return created?.key === key ? created.id : undefined;
}

/** Returns the idempotency key of a review: the same for the same content, new for changed content. */
export function reviewOf(content: string): Readonly<Review> {
  if (review?.content === content) return review;
  const hasStray = review !== undefined && (review.isUncertain || review.hasStray);
  review = { content, key: carriedKey ?? newKey(), isUncertain: false, hasStray };
  carriedKey = undefined;
  return review;
}

/** Takes over the key in the address after a reload: the same content typed again is then the same transfer. */
export function carryKey(key: string | null): void {
  if (review === undefined && isKey(key)) carriedKey = key;
}

export function markUncertain(key: string, isUncertain: boolean): void {
  if (review?.key === key) review.isUncertain = isUncertain;
}

/** Drops the key of a review because it was used for other content. */
export function dropReview(): void {
  review = undefined;
}

const isKey = (text: string | null): text is string =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text ?? "");
