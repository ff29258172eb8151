import type { Insight } from "#lib/features/insight/insight-api";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { inSnapshot } from "#lib/server/database/snapshot";
import { dayOf } from "#lib/text/zone-day";
import { figuresOf } from "./figures";
import { rangeOf } from "./ranges";
import { readAmounts, readCounted } from "./read-totals";

export type RecentFigures = Pick<
  Insight,
  "countedUpTo" | "countedBackTo" | "from" | "to" | "step" | "tokens" | "token" | "periods"
>;

/** 30 days for the overview, by the rules of `findInsight`: by token, and the days of the one with the most transfers. */
export async function findRecentFigures(): Promise<RecentFigures> {
  const { timeZone } = env();
  const range = rangeOf("30d", dayOf(Date.now(), timeZone));
  return inSnapshot(await db(), async (trx) => {
    const counted = await readCounted(trx, timeZone);
    const amounts = await readAmounts(trx, counted, range);
    const { countedUpTo, countedBackTo } = counted;
    const { from, to, step } = range;
    return { ...{ countedUpTo, countedBackTo, from, to, step }, ...figuresOf(amounts, range, undefined) };
  });
}
