import Big from "big.js";
import { findAsset } from "#lib/asset/assets";
import { defaultChannel, defaultCountry } from "#lib/asset/defaults";
import { payouts } from "#lib/contract/payouts";
import type { JudgedRow } from "#lib/features/bulk/batches/judge-batch";
import type { Amount } from "#lib/money/money";
import { env } from "#lib/server/config/env";
import { once } from "#lib/server/config/once";
import { getQuote } from "#lib/server/service/quotes";
import { judged, refuseOddQuote } from "#lib/server/submission/odd-quotes";
import type { AgreedRate } from "./stored-batch";

/** The service's figures for a token, by which a batch is shown and agreed: its rows have quotes of their own later. */

const freshMs = 30_000;
const mostKept = 200;
type Kept = { at: number; asked: Promise<AgreedRate> };

/** Of each token that a row has. Throws a `Problem` where the service says none, or one that doesn't add up. */
export async function ratesOf(rows: readonly JudgedRow[]): Promise<AgreedRate[]> {
  const assets = rows.flatMap(({ read, row }) => (row.isLeftOut ? [] : (read.asset ?? [])));
  return Promise.all([...new Set(assets)].map(rateOf));
}

/** Of the last 30 seconds, or new. */
async function rateOf(asset: string): Promise<AgreedRate> {
  const kept = once("batch-rates", () => new Map<string, Kept>());
  const known = kept.get(asset);
  if (known !== undefined && performance.now() - known.at < freshMs) return known.asked;
  if (kept.size > mostKept) kept.clear();
  const asked = askRate(asset);
  kept.set(asset, { at: performance.now(), asked });
  asked.catch(() => kept.delete(asset));
  return asked;
}

/** Two quotes say what one more token pays out, where a fee is a share of the amount. */
async function askRate(asset: string): Promise<AgreedRate> {
  const amounts = amountsOf(asset);
  const [{ currency }] = payouts;
  const ask = (amount: string) =>
    getQuote({ amount, asset, currency, country: defaultCountry, channel: defaultChannel });
  const quote = await judged(await ask(amounts.usual));
  refuseOddQuote(quote);
  const { amount, rate, fee, outputAmount, quotedAt } = quote;
  const other = amounts.other !== amounts.usual ? await ask(amounts.other) : undefined;
  const slope =
    other === undefined
      ? Big(rate)
      : Big(other.outputAmount).minus(outputAmount).div(Big(other.amount).minus(amount));
  const usable = slope.gt("0") && other?.rate === rate ? slope : Big(rate);
  return { asset, amount, rate, fee, outputAmount, quotedAt, slope: usable.round(18).toFixed() as Amount };
}

/** Amounts that the token allows. */
function amountsOf(asset: string): { usual: string; other: string } {
  const { minAmount, maxAmount } = findAsset(env().assets, asset) ?? {};
  const within = (wanted: string) => {
    const least = minAmount === undefined || Big(wanted).gte(minAmount) ? wanted : minAmount;
    return maxAmount === undefined || Big(least).lte(maxAmount) ? least : maxAmount;
  };
  return { usual: within("100"), other: within("1000") };
}
