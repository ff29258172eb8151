import "server-only";
import type { Insight } from "#lib/contract/insight/insight";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { inSnapshot } from "#lib/server/database/snapshot";
import { dayOf } from "#lib/text/zone-day";
import { figuresOf } from "./figures";
import { rangeOf } from "./ranges";
import { readTotals } from "./read-totals";

/** This month by token, and 30 days of the token that had the most transfers in them. */
export type Month = Pick<Insight, "countedUpTo" | "countedBackTo"> & {
  month: Pick<Insight, "from" | "to" | "tokens">;
  days: Pick<Insight, "from" | "to" | "step" | "tokens" | "token" | "periods">;
};

/** For the overview: read once, and counted by the rules of `findInsight`. */
export async function findMonth(): Promise<Month> {
  const { timeZone } = env();
  const today = dayOf(Date.now(), timeZone);
  const [month, days] = [rangeOf("month", today), rangeOf("30d", today)];
  const [from = month.from] = [month.from, days.from].sort();
  const ledger = await db();
  return inSnapshot(ledger, async (trx) => {
    const span = { from, to: days.to, step: days.step };
    const { amounts, countedUpTo, countedBackTo } = await readTotals(trx, span, timeZone, {
      hasParts: false,
    });
    const { tokens } = figuresOf(amounts, month, undefined);
    return {
      ...{ countedUpTo, countedBackTo },
      month: { from: month.from, to: month.to, tokens },
      days: { from: days.from, to: days.to, step: days.step, ...figuresOf(amounts, days, undefined) },
    };
  });
}
