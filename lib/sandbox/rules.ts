import type { Asset } from "#lib/asset/asset";
import { defaultChannel, defaultCountry, defaultCurrency } from "#lib/asset/defaults";
import type { QuoteRequest, TransferInitiationRequest } from "#lib/contract/offramp";
import type { Amount } from "#lib/money/money";
import { type FieldFault, refuseFields } from "./answer";
import { bankLists } from "./banks";
import { maxWholeDigits } from "./choices";
import { type Price, priceOf } from "./price";

/**
 * What the schemas can't check: supported payouts, tokens and banks. A rule returns its field's sentence, or `undefined`.
 */
type Rule = string | undefined;

const only = (field: string, value: string, allowed: string): Rule =>
  value === allowed ? undefined : `${field} must be ${allowed}: nothing else is paid out`;

function amountRule(amount: Amount, token: Asset): Rule {
  const [whole = "", fraction = ""] = amount.split(".");
  if (whole.length > maxWholeDigits) return "amount is too large";
  if (fraction.length > token.decimals) {
    return `amount has more than the ${token.decimals} decimals of ${token.fromCurrency} on ${token.network}`;
  }
  return undefined;
}

function refuseIfAny(rules: Record<string, Rule>): void {
  const errors = Object.entries(rules).flatMap(([field, message]): FieldFault[] =>
    message === undefined ? [] : [{ field, message }],
  );
  if (errors.length > 0) throw refuseFields(errors);
}

/** Throws a `Refusal` that names every faulty field. */
export function checkQuote(
  request: QuoteRequest,
  assets: readonly Asset[],
  rateOf: (asset: string) => Amount,
): Price {
  const token = assets.find(({ asset }) => asset === request.asset);
  refuseIfAny({
    asset: token === undefined ? "asset is not supported" : undefined,
    currency: only("currency", request.currency, defaultCurrency),
    country: only("country", request.country, defaultCountry),
    channel: only("channel", request.channel, defaultChannel),
    amount: token && amountRule(request.amount, token),
  });
  return priced(request.amount, token, rateOf);
}

/** Returns the token. Throws a `Refusal` that names every faulty field. */
export function checkTransfer(
  request: TransferInitiationRequest,
  assets: readonly Asset[],
  rateOf: (asset: string) => Amount,
): Asset {
  const { fromCurrency, network } = request;
  const token = assets.find((row) => row.fromCurrency === fromCurrency && row.network === network);
  const hasSymbol = assets.some((row) => row.fromCurrency === fromCurrency);
  const hasNetwork = assets.some((row) => row.network === network);
  const isPair = token !== undefined || !hasSymbol || !hasNetwork;
  refuseIfAny({
    fromCurrency: hasSymbol ? undefined : "fromCurrency is not supported",
    network: networkRule(hasNetwork, isPair, fromCurrency),
    toCurrency: only("toCurrency", request.toCurrency, defaultCurrency),
    country: only("country", request.country, defaultCountry),
    bankCode: bankRule(request),
    callbackUrl: request.callbackUrl === undefined ? undefined : callbackRule(request.callbackUrl),
    amount: token && amountRule(request.amount, token),
  });
  priced(request.amount, token, rateOf);
  return token as Asset;
}

function networkRule(hasNetwork: boolean, isPair: boolean, fromCurrency: string): Rule {
  if (!hasNetwork) return "network is not supported";
  return isPair ? undefined : `network is not supported for ${fromCurrency}`;
}

function bankRule({ bankCode, country }: TransferInitiationRequest): Rule {
  const banks = bankLists.get(country) ?? [];
  return banks.some(({ code }) => code === bankCode) ? undefined : "bankCode is not a bank of the country";
}

function callbackRule(text: string): Rule {
  const url = new URL(text);
  if (text.length > 2048) return "callbackUrl is too long";
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return "callbackUrl must be an http or https URL";
  if (url.username !== "" || url.password !== "") return "callbackUrl must not hold a user name or password";
  return url.hash === "" ? undefined : "callbackUrl must not hold a fragment";
}

function priced(amount: Amount, token: Asset | undefined, rateOf: (asset: string) => Amount): Price {
  if (token === undefined) throw new TypeError("A request without a token was not refused.");
  const price = priceOf(amount, token.decimals, rateOf(token.asset));
  if (typeof price === "string") throw refuseFields([{ field: "amount", message: price }]);
  return price;
}
