import { usualTimeWords } from "#lib/features/insight/insight-words";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { inSnapshot } from "#lib/server/database/snapshot";
import { dayOf } from "#lib/text/zone-day";
import { secondsOf, type TimeChange } from "./count-changes";
import { isOfToday, readCounting } from "./counting";
import { inMonths, rangeOf } from "./ranges";

type Counted = Pick<TimeChange, "bucket" | "count">;
/** How many have a time, and within how many seconds half and nine in ten of them were reported paid. */
export type Times = { timed: number; half: number | null; nineOfTen: number | null };

export function summary(times: readonly Counted[]): Times {
  const sorted = [...times].sort((a, b) => a.bucket - b.bucket);
  const timed = sorted.reduce((sum, { count }) => sum + count, 0);
  return { timed, half: within(sorted, timed / 2), nineOfTen: within(sorted, timed * 0.9) };
}

/** How long so many of them took at most. */
function within(sorted: readonly Counted[], share: number): number | null {
  let passed = 0;
  for (const { bucket, count } of sorted) {
    passed += count;
    if (passed >= share) return Math.round(secondsOf(bucket));
  }
  return null;
}

/** Of recent payouts in words, for the form; `undefined` where there are too few, or nobody can say now. */
export async function findUsualTime(): Promise<string | undefined> {
  return findRecentTimes().then(usualTimeWords, () => undefined);
}

/** Of the transfers of the last 30 days. Nothing while history is being counted: a part may be unlike the rest. */
export async function findRecentTimes(): Promise<Times> {
  const { timeZone } = env();
  const ledger = await db();
  return inSnapshot(ledger, async (trx) => {
    const counting = await readCounting(trx);
    if (counting === undefined || counting.is_done === 0 || !isOfToday(counting, timeZone))
      return summary([]);
    const times = await trx
      .selectFrom("paid_times")
      .select("bucket")
      .select(({ fn }) => fn.sum<number | string>("count").as("count"))
      .where("kind", "=", "bank")
      .where("period", "in", inMonths(rangeOf("30d", dayOf(Date.now(), timeZone))))
      .groupBy("bucket")
      .execute();
    return summary(times.map(({ bucket, count }) => ({ bucket, count: Number(count) })));
  });
}
