import type { Recipient } from "./recent-recipients";

/**
 * What a person has begun, kept in the memory of this tab alone: account details go into no storage of the browser.
 * It survives moving between pages and is gone with a reload, or once the transfer is created.
 */
type Kept = Omit<Recipient, "bank"> & { bank: Recipient["bank"] | null; callbackUrl: string };
type Review = {
  content: string;
  key: string;
  /** It was sent and no answer came. */
  isUncertain: boolean;
  /** Content before this one was sent and no answer came. */
  hasStray: boolean;
};
let recipient: Kept | undefined;
let review: Review | undefined;
/** The key of a review before a reload: the next review goes on under it. */
let carriedKey: string | undefined;

export function keptRecipient(): Kept | undefined {
  return recipient;
}

export function keepRecipient(kept: Kept): void {
  recipient = kept;
}

export function forgetDraft(): void {
  recipient = undefined;
  review = undefined;
  carriedKey = undefined;
}

/**
 * Gives the idempotency key of a review. It is made when the review is shown; every repeat of the same content, by
 * click, by Enter or after going back and forth, has the same one, and changed content has a new one.
 */
export function reviewOf(content: string): Readonly<Review> {
  if (review?.content === content) return review;
  const hasStray = review !== undefined && (review.isUncertain || review.hasStray);
  review = { content, key: carriedKey ?? newKey(), isUncertain: false, hasStray };
  carriedKey = undefined;
  return review;
}

/**
 * Takes over the key that the address carries after a reload. The same content typed again is then the same transfer,
 * even when the request of before the reload is still on its way.
 */
export function carryKey(key: string | null): void {
  if (review === undefined && isKey(key)) carriedKey = key ?? undefined;
}

/** Notes whether a request of this review is without an answer, so that changed content can be warned of. */
export function markUncertain(isUncertain: boolean): void {
  if (review !== undefined) review.isUncertain = isUncertain;
}

/** Drops the key of a review because it was used for other content. */
export function dropReview(): void {
  review = undefined;
}

const isKey = (text: string | null) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text ?? "");

function newKey(): string {
  // Over plain http on a host other than localhost the browser has no randomUUID.
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
