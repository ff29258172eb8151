import "server-only";
import { Problem } from "#lib/problem";
import { type Db, db } from "../db";
import { env } from "../env";
import { once } from "../once";
import type { Actor } from "./actor";
import { countAttempt, networkOf } from "./attempts";

/** What is limited for a person: each one asks the service with the business's one key. */
export type Asked = "quote" | "submit";

const windowMs = 60_000;
const mostRemembered = 10_000;
/** Several people share a network; together they may ask for this many times what one may. */
const peoplePerNetwork = 10;

const words: Record<Asked, string> = {
  quote: "No quote was asked for.",
  submit: "No transfer was created by this request.",
};

/**
 * How much of a limit is taken from the database at once. What is taken and not used before its minute is over is lost,
 * so a person may get that much less where several servers answer them, and never more.
 */
const partOfLimit = 10;
const mostAtOnce = 25;

/** What this process has taken of a limit and not used yet, by its key. */
type Taken = { left: number; endsAt: number };

async function spend(ledger: Db, key: string, max: number): Promise<number | undefined> {
  const taken = once("quotas", () => new Map<string, Taken>());
  const now = Date.now();
  const known = taken.get(key);
  if (known !== undefined && known.left > 0 && now < known.endsAt) {
    known.left -= 1;
    return undefined;
  }
  if (taken.size > mostRemembered) taken.clear();
  const many = Math.min(mostAtOnce, Math.max(1, Math.floor(max / partOfLimit)));
  const { count, retryAfterSeconds } = await countAttempt(ledger, key, { max, windowMs }, many);
  const granted = Math.min(many, max - (count - many));
  if (granted < 1) return retryAfterSeconds;
  const left = granted - 1 + (now < (taken.get(key)?.endsAt ?? 0) ? (taken.get(key)?.left ?? 0) : 0);
  taken.set(key, { left, endsAt: now + (retryAfterSeconds - 1) * 1000 });
  return undefined;
}

/** Counts what a person asks for. Throws `too_many_requests` beyond the limit of the person or their network. */
export async function spendQuota(asked: Asked, { person, from }: Actor): Promise<void> {
  const ledger = await db();
  const max = env().perMinute[asked];
  const keys: [string, number][] = [
    [`${asked}:person:${person.id}`, max],
    [`${asked}:network:${networkOf(from.address)}`, max * peoplePerNetwork],
  ];
  for (const [key, most] of keys) {
    const retryAfterSeconds = await spend(ledger, key, most);
    if (retryAfterSeconds !== undefined)
      throw new Problem(
        "too_many_requests",
        `${words[asked]} The limit is ${max} a minute for one person. Try again in ${retryAfterSeconds} s.`,
        { retryAfterSeconds },
      );
  }
}
