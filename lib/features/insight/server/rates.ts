import type { PlainQuote } from "#lib/contract/quote/quote-answers";
import { compareAmounts } from "#lib/money/amount";
import type { Amount } from "#lib/money/money";
import { inTransaction } from "#lib/server/audit/transaction";
import { env } from "#lib/server/config/env";
import { once } from "#lib/server/config/once";
import { db } from "#lib/server/database/db";
import { log } from "#lib/server/observe/log";
import { traitsOf } from "#lib/server/observe/log-failure";
import type { RateDayRow, RateSampleRow } from "#lib/server/tables/insight-rows";
import type { Db, Trx } from "#lib/server/tables/schema";
import { holdValue } from "#lib/server/tables/value-lock";
import { dayOf, endOfDay, startOfDay } from "#lib/text/zone-day";

/** Invariant: a day's rates follow from its samples for as long as these are kept; then the day stays as it is. */

const keptDays = 90;
const dropEveryMs = 3_600_000;

/** Keeps what a quote said, at most once a minute for each token. Never throws: a quote is worth more than its sample. */
export async function keepRate({ asset, currency, rate, amount, quotedAt }: PlainQuote): Promise<void> {
  const minute = minuteOf(quotedAt);
  const lastOf = once("rate-minutes", () => new Map<string, string>());
  const key = `${asset} ${currency}`;
  if (lastOf.get(key) === minute) return;
  lastOf.set(key, minute);
  try {
    await inTransaction(await db(), async (trx) => {
      const sample = { asset, currency, minute, rate, amount };
      await holdValue(trx, "rates", key);
      await addSamples(trx, [sample], env().timeZone);
    });
  } catch (error) {
    log().warn(traitsOf(error), "a rate was not kept");
  }
}

/** `2026-11-20T09:30`. */
function minuteOf(at: string): string {
  return at.slice(0, 16);
}

function oldestMinute(): string {
  return minuteOf(new Date(Date.now() - keptDays * 86_400_000).toISOString());
}

type Quoted = { asset: string; currency: string; amount: string } & {
  quote_rate: string | null;
  quoted_at: string | null;
};

/** What the quotes of transfers said, as far back as samples are kept. */
export async function fillRates(trx: Trx, rows: readonly Quoted[], timeZone: string): Promise<void> {
  const oldest = minuteOf(startOfDay(firstWholeDay(timeZone), timeZone));
  const samples = new Map<string, RateSampleRow>();
  for (const { asset, currency, amount, quote_rate: rate, quoted_at } of rows) {
    const minute = minuteOf(quoted_at ?? "");
    if (rate === null || minute < oldest) continue;
    samples.set(`${asset} ${currency} ${minute}`, { asset, currency, minute, rate, amount });
  }
  for (const key of new Set([...samples.values()].map(({ asset, currency }) => `${asset} ${currency}`)))
    await holdValue(trx, "rates", key);
  const all = [...samples.values()];
  for (let at = 0; at < all.length; at += 400) await addSamples(trx, all.slice(at, at + 400), timeZone);
}

async function addSamples(trx: Trx, samples: readonly RateSampleRow[], timeZone: string): Promise<void> {
  const added = await trx
    .insertInto("rate_samples")
    .values([...samples])
    .onConflict((conflict) => conflict.columns(["asset", "currency", "minute"]).doNothing())
    .returning(["asset", "currency", "minute"])
    .execute();
  const days = new Map(
    added.map(({ asset, currency, minute }) => {
      const day = dayOf(Date.parse(`${minute}Z`), timeZone);
      return [`${asset} ${currency} ${day}`, { asset, currency, day }];
    }),
  );
  for (const day of days.values()) await writeDay(trx, day, timeZone);
}

/** In another time zone, as far as samples tell. */
export async function rewriteDays(trx: Trx, timeZone: string): Promise<void> {
  const first = firstWholeDay(timeZone);
  await trx.deleteFrom("rate_days").where("day", ">=", first).execute();
  const rates = await trx.selectFrom("rate_samples").select(["asset", "currency"]).distinct().execute();
  for (const rate of rates)
    for (const day of daysFrom(first, timeZone)) await writeDay(trx, { ...rate, day }, timeZone);
}

function daysFrom(first: string, timeZone: string): string[] {
  const days = [first];
  const today = dayOf(Date.now(), timeZone);
  for (let last = first; last < today; days.push(last))
    last = dayOf(Date.parse(endOfDay(last, timeZone)), timeZone);
  return days;
}

async function writeDay(trx: Trx, key: DayKey, timeZone: string): Promise<void> {
  const row = await rateDay(trx, key, timeZone);
  if (row === undefined) return;
  await trx
    .insertInto("rate_days")
    .values(row)
    .onConflict((conflict) => conflict.columns(["asset", "currency", "day"]).doUpdateSet(row))
    .execute();
}

type DayKey = Pick<RateDayRow, "asset" | "currency" | "day">;

/** Of the samples of that day; `undefined` where there are none. */
export async function rateDay(
  ledger: Db | Trx,
  { asset, currency, day }: DayKey,
  timeZone: string,
): Promise<RateDayRow | undefined> {
  const samples = await ledger
    .selectFrom("rate_samples")
    .select(["minute", "rate"])
    .where("asset", "=", asset)
    .where("currency", "=", currency)
    .where("minute", ">=", minuteOf(startOfDay(day, timeZone)))
    .where("minute", "<", minuteOf(endOfDay(day, timeZone)))
    .orderBy("minute")
    .execute();
  const last = samples.at(-1);
  if (last === undefined) return undefined;
  let [low, high] = [last.rate, last.rate];
  for (const { rate } of samples) {
    if (compareAmounts(rate as Amount, low as Amount) < 0) low = rate;
    if (compareAmounts(rate as Amount, high as Amount) > 0) high = rate;
  }
  return { asset, currency, day, low, high, last: last.rate, last_at: last.minute, samples: samples.length };
}

/** Once an hour, however often it is asked. */
export async function dropOldSamples(ledger: Db): Promise<void> {
  const last = once("rate-samples-dropped", () => ({ at: Number.NEGATIVE_INFINITY }));
  const now = performance.now();
  if (now - last.at < dropEveryMs) return;
  await ledger.deleteFrom("rate_samples").where("minute", "<", oldestMinute()).execute();
  last.at = now;
}

/** The first day of which every sample is still kept. */
export function firstWholeDay(timeZone: string): string {
  return dayOf(Date.now() - (keptDays - 2) * 86_400_000, timeZone);
}
