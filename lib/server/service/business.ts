import "server-only";
import { setTimeout } from "node:timers/promises";
import type { Business } from "#lib/contract/api";
import { once } from "#lib/server/config/once";
import { business } from "./offramp";

/**
 * Invariant: a business is usable only when the service says `active` (2.5), whatever its case and outer spaces. Whoever
 * asks at once gets one answer, and the service is asked once a second at most, so that nobody uses up the key by asking.
 */

/** How long an answer serves, and how long after a failure the service is asked again. */
export const businessKeptMs = 1_000;

/** An answer, and when it came in milliseconds of the process: later than any time while it is awaited. */
type Asked = { answer: Promise<Business>; cameAt: number; hasFailed: boolean };

/**
 * The business of the key and whether it is usable, as the service said within the last second. Whoever asks right after
 * a failure waits for the next answer. Throws a `Problem` when the service does not say.
 */
export function getBusiness(): Promise<Business> {
  const cache = once("business", () => ({ last: undefined as Asked | undefined }));
  const { last } = cache;
  const leftMs = last === undefined ? 0 : last.cameAt + businessKeptMs - performance.now();
  if (last !== undefined && leftMs > 0 && !last.hasFailed) return last.answer;
  const answer = leftMs > 0 ? setTimeout(leftMs).then(askForBusiness) : askForBusiness();
  const asked: Asked = { answer, cameAt: Infinity, hasFailed: false };
  const note = (hasFailed: boolean) => {
    asked.cameAt = performance.now();
    asked.hasFailed = hasFailed;
  };
  answer.then(
    () => note(false),
    () => note(true),
  );
  cache.last = asked;
  return answer;
}

async function askForBusiness(): Promise<Business> {
  const { business: record } = await business();
  const { name, type, website, status, owner } = record;
  const usable = status.trim().toLowerCase() === "active";
  return { name, type, website, status, owner, usable, checkedAt: new Date().toISOString() };
}
