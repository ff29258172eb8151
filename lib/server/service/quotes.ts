import * as z from "zod/mini";
import { amountMessage } from "#lib/asset/amount-message";
import type { Asset } from "#lib/asset/asset";
import { findAsset } from "#lib/asset/assets";
import type { CheckedQuoteInput } from "#lib/contract/api";
import { isRefusal, QuoteRequest, QuoteResponse } from "#lib/contract/offramp";
import { Problem } from "#lib/contract/problem";
import type { PlainQuote } from "#lib/contract/quote/quote-answers";
import { numberText } from "#lib/contract/wire";
import { compareAmounts } from "#lib/money/amount";
import { leastReaching, mostQuotes, nextToTry } from "#lib/money/amount-for-output";
import type { Amount } from "#lib/money/money";
import { env } from "#lib/server/config/env";
import { quoteContradiction } from "#lib/server/reading/quote-contradictions";
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

const figureNames: Record<string, string> = { rate: "rate", output_amount: "output", fee: "fee" };
const longestFigure = 40;

/** Says which figures of an unusable quote cannot be used, and why: `: its rate is "abc", which must be a number`. */
function unusableFigures(body: unknown, { issues }: z.core.$ZodError): string {
  const said = new Map<string, string>();
  for (const { path, message } of issues) {
    const [top, field] = path.map(String);
    const name = top === "quote" ? figureNames[field ?? ""] : undefined;
    if (name !== undefined && !said.has(name)) said.set(name, faultOf(name, figureIn(body, field), message));
  }
  return said.size === 0 ? "" : `: ${[...said.values()].join("; ")}`;
}

function faultOf(name: string, value: unknown, message: string): string {
  if (value === undefined || value === null) return `it has no ${name}`;
  const text = numberText(value) ?? (typeof value === "string" ? value : "");
  // Anybody's words may stand there; only digits are shown.
  if (!/^[-+\d.,eE]+$/.test(text)) return `its ${name} is not a number`;
  const cut = text.length > longestFigure ? `${text.slice(0, longestFigure)}…` : text;
  return `its ${name} is ${cut}, which ${message}`;
}

function figureIn(body: unknown, field: string | undefined): unknown {
  const { quote } = body as { quote?: Record<string, unknown> };
  return quote?.[field ?? ""];
}

/** Why a whole quote is none of what was asked for: `it is for another currency`. */
function otherThanAsked(
  answer: QuoteResponse,
  { amount, asset, currency }: QuoteRequest,
): string | undefined {
  const { fromCurrency: token = "", network = "" } = findAsset(env().assets, asset) ?? {};
  return quoteContradiction(answer, { amount, token, network, currency }, Date.now());
}
