import { sql } from "kysely";
import { findAsset } from "#lib/asset/assets";
import { payouts } from "#lib/contract/payouts";
import { Problem } from "#lib/contract/problem";
import type { PlainQuote, Quote } from "#lib/contract/quote/quote-answers";
import { readDecimal } from "#lib/money/money";
import { findQuoteDoubts, type LastRate } from "#lib/money/quote-doubts";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { databaseTime } from "#lib/server/tables/database-clock";
import { quoteDoubtWords } from "#lib/words/quote-doubt-words";

/** Invariant: what is odd about a quote is judged here alone, for the page and for the creation. */

const rateLifeMs = 7 * 24 * 60 * 60_000;

/** Says beside a quote what is odd about it. */
export async function judged(quote: PlainQuote): Promise<Quote> {
  const payout = payouts.find(({ currency }) => currency === quote.currency);
  return { ...quote, doubts: findQuoteDoubts(quote, await findLastRate(quote), payout?.minorDigits) };
}

/** Throws a `Problem` for an odd quote. */
export function refuseOddQuote(quote: Quote): void {
  const { assets, timeZone } = env();
  if (quote.doubts.length === 0) return;
  const symbol = findAsset(assets, quote.asset)?.fromCurrency ?? quote.asset;
  const words = quote.doubts.map((doubt) => quoteDoubtWords(quote, doubt, { symbol, timeZone }));
  const detail = `${words.join(" ")} Nothing was created. Ask the service, or confirm that you want to create the transfer all the same.`;
  throw new Problem("quote_odd", detail, { extra: { fresh: quote } });
}

/** Of the token on all its networks, each by the end of an index; from the ledger alone. */
async function findLastRate({ asset, currency }: PlainQuote): Promise<LastRate | undefined> {
  const { assets } = env();
  const symbol = findAsset(assets, asset)?.fromCurrency;
  const ledger = await db();
  const since = databaseTime(ledger, -rateLifeMs);
  const newest = assets
    .filter(({ fromCurrency }) => fromCurrency === symbol)
    .map(
      (each) => sql`select * from (select quote_rate as rate, created_at as at from transfers
        where asset = ${each.asset} and currency = ${currency} and submission = 'accepted'
          and quote_rate is not null and created_at > ${since}
        order by created_at desc, id desc limit 1) as newest`,
    );
  if (newest.length === 0) return undefined;
  const { rows } = await sql<LastRate>`select rate, at from (${sql.join(newest, sql` union all `)}) as found
    order by at desc limit 1`.execute(ledger);
  const [last] = rows;
  const rate = last === undefined ? undefined : readDecimal(last.rate);
  return last && rate && { rate, at: last.at };
}
