import "server-only";
import type { Insight } from "#lib/contract/insight/insight";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { inSnapshot } from "#lib/server/database/snapshot";
import { dayOf } from "#lib/text/zone-day";
import { figuresOf } from "./figures";
import { type Range, rangeOf } from "./ranges";
import { readAmounts, readCounted } from "./read-totals";

/** This month by token, and 30 days of the token that had the most transfers in them. */
export type Month = Pick<Insight, "countedUpTo" | "countedBackTo"> & {
  month: Pick<Insight, "from" | "to" | "tokens">;
  days: Pick<Insight, "from" | "to" | "step" | "tokens" | "token" | "periods">;
};

/**
 * For the overview, by the rules of `findInsight`. The days are of the token with the most transfers in the months that they
 * lie in: months are read for all tokens, and days for one.
 */
export async function findMonth(): Promise<Month> {
  const { timeZone } = env();
  const today = dayOf(Date.now(), timeZone);
  const [month, days] = [rangeOf("month", today), rangeOf("30d", today)];
  const ledger = await db();
  return inSnapshot(ledger, async (trx) => {
    const counted = await readCounted(trx, timeZone);
    const months = await readAmounts(trx, counted, { ...days, step: "month" });
    const { tokens } = figuresOf(months, asWhole(month), undefined);
    const { token } = figuresOf(months, asWhole(days), undefined);
    const amounts = token === null ? [] : await readAmounts(trx, counted, days, token);
    const { countedUpTo, countedBackTo } = counted;
    return {
      ...{ countedUpTo, countedBackTo },
      month: { from: month.from, to: month.to, tokens },
      days: {
        from: days.from,
        to: days.to,
        step: days.step,
        ...figuresOf(amounts, days, token ?? undefined),
      },
    };
  });
}

/** The months of a range as one part. */
function asWhole({ from, to }: Range): Range {
  return { from, to, step: "month", parts: [{ from, to }] };
}
