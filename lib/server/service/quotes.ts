import * as z from "zod/mini";
import { amountMessage } from "#lib/asset/amount-message";
import type { Asset } from "#lib/asset/asset";
import { findAsset } from "#lib/asset/assets";
import type { CheckedQuoteInput } from "#lib/contract/api";
import { isRefusal, QuoteRequest, QuoteResponse } from "#lib/contract/offramp";
import { Problem } from "#lib/contract/problem";
import type { PlainQuote } from "#lib/contract/quote/quote-answers";
import { compareAmounts } from "#lib/money/amount";
import { leastReaching, mostQuotes, nextToTry } from "#lib/money/amount-for-output";
import type { Amount } from "#lib/money/money";
import { env } from "#lib/server/config/env";
import { otherThanAsked, unusableFigures } from "./quote-figures";
import { read } from "./read-from-service";
import { serviceMessage } from "./service-message";

/** Invariant: a quote is shown as the service returned it, digit for digit. */

type Subject = Omit<CheckedQuoteInput, "amount" | "outputAmount">;

/** 2.3, 2.4. Throws a `Problem`. */
export async function getQuote({
  amount,
  asset,
  currency,
  country,
  channel,
}: Subject & { amount: string }): Promise<PlainQuote> {
  const checked = amount as Amount;
  const { quote: answer } = await quote({ amount: checked, asset, currency, country, channel });
  return {
    amount: checked,
    asset,
    currency,
    rate: answer.rate,
    outputAmount: answer.output_amount,
    fee: answer.fee,
    quotedAt: new Date().toISOString(),
  };
}

/**
 * The quote of the least amount, in cents, that pays out at least `outputAmount`; by 4 quotes at most. `beforeMore` counts
 * each after the first. Throws a `Problem`.
 */
export async function getQuoteFor(
  outputAmount: string,
  subject: Subject,
  beforeMore: () => Promise<void>,
): Promise<PlainQuote> {
  const output = outputAmount as Amount;
  const token = findAsset(env().assets, subject.asset);
  const decimals = Math.min(2, token?.decimals ?? 2);
  const quotes: [PlainQuote, ...PlainQuote[]] = [await getQuote({ ...subject, amount: firstTry(token) })];
  while (quotes.length < mostQuotes) {
    const amount = nextToTry(output, quotes, decimals);
    if (amount === undefined) break;
    const message = amountMessage(amount, token);
    if (message !== undefined)
      throw new Problem("invalid_input", "No quote was returned.", {
        errors: [{ path: "outputAmount", message }],
      });
    await beforeMore();
    quotes.push(await getQuote({ ...subject, amount }));
  }
  const found = leastReaching(output, quotes);
  if (found !== undefined) return found;
  const detail =
    "We couldn’t find an amount to send that pays out this much. Enter the amount to send instead.";
  throw new Problem("unusable_answer", detail);
}

/** Shows the rate; the next try follows from it. */
function firstTry(token: Asset | undefined): Amount {
  const usual = "100" as Amount;
  const { minAmount, maxAmount } = token ?? {};
  if (minAmount !== undefined && compareAmounts(usual, minAmount as Amount) < 0) return minAmount as Amount;
  if (maxAmount !== undefined && compareAmounts(usual, maxAmount as Amount) > 0) return maxAmount as Amount;
  return usual;
}

/** 4.2. Throws {@link Problem}. */
export async function quote(request: QuoteRequest): Promise<QuoteResponse> {
  return read("quote", { body: z.encode(QuoteRequest, request) }, (body) => {
    if (isRefusal(body)) {
      throw new Problem(
        "service_refused",
        `The service returned no quote. It said: ${serviceMessage(body) ?? "nothing"}`,
      );
    }
    const parsed = QuoteResponse.safeParse(body);
    const other = parsed.success ? otherThanAsked(parsed.data, request) : undefined;
    if (parsed.success && other === undefined) return parsed.data;
    const why = parsed.success ? `: ${other}` : unusableFigures(body, parsed.error);
    const detail = `The service sent an unusable quote${why}. Nothing was created. Try again in a moment.`;
    throw new Problem("unusable_answer", detail, { cause: parsed.error });
  });
}
