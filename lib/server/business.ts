import "server-only";
import type { Business } from "#lib/contract/api";
import { business } from "./offramp";
import { once } from "./once";

/**
 * Invariant: a business is usable only when the service says `active` (2.5), whatever its case and outer spaces. Whoever
 * asks at once gets one answer, and it is kept for moments only, so that nobody uses up the key by asking.
 */

/** For how long an answer serves whoever looks at it. */
export const businessKeptMs = 5_000;
/** For how long it serves a check before a transfer, and how long a failure serves anybody: one call a second at most. */
export const businessCheckedMs = 1_000;

/** An answer, and until when it serves a look and a check, in milliseconds of the process. One that is awaited serves all. */
type Kept = { answer: Promise<Business>; shownUntil: number; checkedUntil: number };

/**
 * The business of the key and whether it is usable, as the service said within the last moments, fewer where a transfer
 * depends on it. Throws a `Problem` when the service does not say.
 */
export function getBusiness(purpose: "show" | "check" = "show"): Promise<Business> {
  const cache = once("business", () => ({ kept: undefined as Kept | undefined }));
  const { kept } = cache;
  const until = purpose === "show" ? kept?.shownUntil : kept?.checkedUntil;
  if (kept !== undefined && until !== undefined && performance.now() < until) return kept.answer;
  const asked: Kept = { answer: askForBusiness(), shownUntil: Infinity, checkedUntil: Infinity };
  const keepFor = (ms: number) => {
    asked.checkedUntil = performance.now() + businessCheckedMs;
    asked.shownUntil = performance.now() + ms;
  };
  asked.answer.then(
    () => keepFor(businessKeptMs),
    () => keepFor(businessCheckedMs),
  );
  cache.kept = asked;
  return asked.answer;
}

async function askForBusiness(): Promise<Business> {
  const { business: record } = await business();
  const { name, type, website, status, owner } = record;
  const usable = status.trim().toLowerCase() === "active";
  return { name, type, website, status, owner, usable, checkedAt: new Date().toISOString() };
}
