import { setTimeout } from "node:timers/promises";
import type { Business } from "#lib/contract/api";
import { BusinessDetailsResponse } from "#lib/contract/offramp";
import { once } from "#lib/server/config/once";
import { read, usable } from "./read-from-service";

/**
 * Invariant: a business is usable only when the service says `active` (2.5). Concurrent callers share an answer, and the
 * service is asked once a second at most.
 */

/** Also how long after a failure the service is asked again. */
export const businessKeptMs = 1_000;

/** In milliseconds of the process; while awaited, later than any time. */
type Asked = { answer: Promise<Business>; cameAt: number; hasFailed: boolean };

/** As of the last second. Right after a failure, callers wait for the next answer. Throws a `Problem`. */
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

/** As the service last described it to this process; `undefined` before its first answer. Asks nobody. */
export function lastBusiness(): Business | undefined {
  return lastAnswer().known;
}

const lastAnswer = () => once("last-business", () => ({ known: undefined as Business | undefined }));

async function askForBusiness(): Promise<Business> {
  const { business: record } = await business();
  const { name, type, website, status, owner } = record;
  const usable = status.trim().toLowerCase() === "active";
  const known = { name, type, website, status, owner, usable, checkedAt: new Date().toISOString() };
  lastAnswer().known = known;
  return known;
}

/** 4.3. Any status. Throws {@link Problem}. */
export async function business(): Promise<BusinessDetailsResponse> {
  const detail = "The server at this address doesn't answer like an offramp service. Check OFFRAMP_BASE_URL.";
  return read("business", {}, (body) => usable(BusinessDetailsResponse, body, detail));
}
