import type { Recipient } from "./recent-recipients";
import type { ChosenPayee } from "./transfer-form";

/** Lives only in this tab's memory: account details go into no storage of the browser. A reload or the creation drops it. */
type Kept = Omit<Recipient, "bank"> & {
  bank: Recipient["bank"] | null;
  payee: ChosenPayee | null;
  reference: string;
  purpose: string;
  callbackUrl: string;
};
type Review = {
  content: string;
  key: string;
  /** It was sent and no answer came. */
  isUncertain: boolean;
  /** Earlier content was sent and no answer came. */
  hasStray: boolean;
};
let recipient: Kept | undefined;
let review: Review | undefined;
/** The key of a review before a reload: the next review continues under it. */
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
  if (review === undefined && isKey(key)) carriedKey = key ?? undefined;
}

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
