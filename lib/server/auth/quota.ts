import "server-only";
import { Problem } from "#lib/problem";
import { db } from "../db";
import { env } from "../env";
import type { Actor } from "./actor";
import { countAttempt, networkOf } from "./attempts";

/** What is limited for a person: each one asks the service with the business's one key. */
export type Asked = "quote" | "submit";

const windowMs = 60_000;
/** Several people share a network; together they may ask for this many times what one may. */
const peoplePerNetwork = 10;

const words: Record<Asked, string> = {
  quote: "No quote was asked for.",
  submit: "No transfer was created by this request.",
};

/** Counts what a person asks for. Throws `too_many_requests` beyond the limit of the person or their network. */
export async function spendQuota(asked: Asked, { person, from }: Actor): Promise<void> {
  const ledger = await db();
  const max = env().perMinute[asked];
  const keys: [string, number][] = [
    [`${asked}:person:${person.id}`, max],
    [`${asked}:network:${networkOf(from.address)}`, max * peoplePerNetwork],
  ];
  for (const [key, most] of keys) {
    const { isAllowed, retryAfterSeconds } = await countAttempt(ledger, key, { max: most, windowMs });
    if (!isAllowed)
      throw new Problem(
        "too_many_requests",
        `${words[asked]} The limit is ${max} a minute for one person. Try again in ${retryAfterSeconds} s.`,
        { retryAfterSeconds },
      );
  }
}
