import { Problem } from "#lib/contract/problem";
import type { QuotaName } from "#lib/operations/api-operation";
import { env } from "#lib/server/config/env";
import { once } from "#lib/server/config/once";
import { countAttempt } from "#lib/server/credentials/attempts";
import { db } from "#lib/server/database/db";
import type { Db } from "#lib/server/tables/schema";
import { networkOf } from "#lib/text/network.mjs";
import type { Actor } from "./actor";

/** For a minute. Each server counts reads itself, so that readers don't wait for a database that takes no writes. */
type Quota = { most: () => number; refusal: string; isOfServer?: boolean };

export const quotas: Record<QuotaName, Quota> = {
  quote: { most: () => env().perMinute.quote, refusal: "No quote was requested." },
  submit: { most: () => env().perMinute.submit, refusal: "No transfer was created by this request." },
  draft: { most: () => 120, refusal: "What you typed was not kept.", isOfServer: true },
  bulk: { most: () => 10, refusal: "Nothing was saved." },
  note: { most: () => 30, refusal: "Nothing was saved." },
  advice: { most: () => 10, refusal: "Nothing was sent." },
  business: { most: () => 60, refusal: "Nothing was sent to the service.", isOfServer: true },
  import: { most: () => 10, refusal: "Nothing was read or saved." },
  /** Of batches, which the service's own limit stops too. */
  rows: { most: () => 300, refusal: "No transfer was created for this row." },
  edit: { most: () => 300, refusal: "Nothing was changed." },
  export: { most: () => 10, refusal: "Nothing was exported." },
  verification: { most: () => 10, refusal: "The audit log was not checked." },
  read: { most: () => env().perMinute.read, refusal: "Nothing was loaded.", isOfServer: true },
  write: { most: () => env().perMinute.write, refusal: "Nothing was changed." },
};

export const quotaWindowMs = 60_000;
const mostRemembered = 10_000;
/** Several people share a network; together they get this many times one person's limit. */
export const peoplePerNetwork = 10;

/**
 * The share of a limit that a server reserves at once. What it doesn't use in its minute is lost, so with several servers a
 * person may get that much less, and never more.
 */
const partOfLimit = 10;
const mostAtOnce = 60;

/** What this process has reserved, and until when by a monotonic clock. `isLast`: it was the last share of its minute. */
type Part = { left: number; endsAt: number; isLast: boolean };

/** Uses one of a limit. Returns the seconds until there is more, when it is used up. */
async function spend(ledger: Db | undefined, key: string, max: number): Promise<number | undefined> {
  const parts = once("quotas", () => new Map<string, Promise<Part>>());
  for (;;) {
    const taken = parts.get(key);
    const part = await taken;
    const secondsLeft = part === undefined ? 0 : Math.ceil((part.endsAt - performance.now()) / 1000);
    if (part !== undefined && secondsLeft > 0) {
      if (part.left > 0) {
        part.left -= 1;
        return undefined;
      }
      if (part.isLast) return secondsLeft;
    }
    // The first of many to find it used up reserves the next share; the others wait for that.
    if (parts.get(key) !== taken) continue;
    if (parts.size > mostRemembered) parts.clear();
    const next = takePart(ledger, key, max);
    parts.set(key, next);
    next.catch(() => parts.delete(key));
  }
}

async function takePart(ledger: Db | undefined, key: string, max: number): Promise<Part> {
  if (ledger === undefined) return { left: max, endsAt: performance.now() + quotaWindowMs, isLast: true };
  const many = Math.min(mostAtOnce, Math.max(1, Math.floor(max / partOfLimit)));
  const { count, retryAfterSeconds } = await countAttempt(
    ledger,
    key,
    { max, windowMs: quotaWindowMs },
    many,
  );
  const left = Math.max(0, Math.min(many, max - (count - many)));
  return { left, endsAt: performance.now() + retryAfterSeconds * 1000, isLast: count >= max };
}

/** For what asks for no session, counted by this server alone. Throws `too_many_requests`. */
export async function spendOpenQuota(key: string, most: number): Promise<void> {
  const retryAfterSeconds = await spend(undefined, key, most);
  if (retryAfterSeconds === undefined) return;
  const detail = `Nothing was loaded. The limit is ${most} a minute. Try again in ${retryAfterSeconds} s.`;
  throw new Problem("too_many_requests", detail, { retryAfterSeconds });
}

/** Throws `too_many_requests` beyond the limit of the person or their network. */
export async function spendQuota(asked: QuotaName, { person, from }: Actor): Promise<void> {
  const { most, refusal, isOfServer } = quotas[asked];
  const ledger = isOfServer ? undefined : await db();
  const max = most();
  const keys: [key: string, limit: number, whose: string][] = [
    [`${asked}:person:${person.id}`, max, "one person"],
    [`${asked}:network:${networkOf(from.address)}`, max * peoplePerNetwork, "everybody on one network"],
  ];
  for (const [key, limit, whose] of keys) {
    const retryAfterSeconds = await spend(ledger, key, limit);
    if (retryAfterSeconds !== undefined)
      throw new Problem(
        "too_many_requests",
        `${refusal} The limit is ${limit} a minute for ${whose}. Try again in ${retryAfterSeconds} s.`,
        { retryAfterSeconds },
      );
  }
}
