import type { Rates } from "#lib/features/insight/insight-api";
import { compareAmounts } from "#lib/money/amount";
import type { Amount } from "#lib/money/money";
import type { Trx } from "#lib/server/tables/schema";
import { daysBefore } from "./ranges";

/** What can be compared with less says nothing. */
const fewestDays = 5;

/** Of the token on the network that most quotes were asked for; `null` where there was none in the range. */
export async function readRates(
  trx: Trx,
  assets: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<Rates | null> {
  if (assets.length === 0) return null;
  const month = daysBefore(to, 29);
  const first = from < month ? from : month;
  const most = await trx
    .selectFrom("rate_days")
    .select(["asset", "currency"])
    .where("asset", "in", assets)
    .where("day", ">=", first)
    .where("day", "<=", to)
    .groupBy(["asset", "currency"])
    .orderBy(({ fn }) => fn.sum("samples"), "desc")
    .orderBy("asset")
    .limit(1)
    .executeTakeFirst();
  if (most === undefined) return null;
  const own = await trx
    .selectFrom("rate_days")
    .selectAll()
    .where("asset", "=", most.asset)
    .where("currency", "=", most.currency)
    .where("day", ">=", first)
    .where("day", "<=", to)
    .orderBy("day")
    .execute();
  const last = own.at(-1);
  if (last === undefined) return null;
  const lastOf = (first: string) => own.filter(({ day }) => day >= first).map((row) => row.last as Amount);
  return {
    ...{ asset: last.asset, currency: last.currency },
    days: own
      .filter(({ day }) => day >= from)
      .map(({ day, low, high, last: end, samples: count }) => ({
        ...{ day, low: low as Amount, high: high as Amount, last: end as Amount, samples: count },
      })),
    latest: { rate: last.last as Amount, at: `${last.last_at}:00.000Z` },
    middle7: middleOf(lastOf(daysBefore(to, 6))),
    middle30: middleOf(lastOf(month)),
  };
}

/** A real rate, and no average: of two in the middle the lower one. */
function middleOf(rates: readonly Amount[]): Amount | null {
  if (rates.length < fewestDays) return null;
  const sorted = [...rates].sort(compareAmounts);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
