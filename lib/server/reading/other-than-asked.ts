import Big from "big.js";
import { toWire } from "#lib/asset/address";
import { isOtherNetwork, isOtherToken } from "#lib/asset/network-names";
import { canonicalSettlement, joinConflict } from "#lib/transfer/status-words";
import { readFigure } from "./amount-in";
import type { Asked } from "./asked";
import { textOf } from "./body-names";
import { isBad } from "./complaints";
import { accountNumberDiffers, amountName, networkName, payoutName, tokenName } from "./creation-doubts";
import { isOfCrypto, type Placed, textsOf } from "./placed-fields";

/**
 * Invariant: what a callback says beside its status is held against what was asked. By columns that never change and names
 * that are in the code, so that a stored body reads the same again.
 */

/** A good word beside another network, token, currency or account is a conflict. */
export function contradicted(
  word: string | undefined,
  fields: readonly Placed[],
  asked: Asked,
): string | undefined {
  if (word === undefined || isBad(word) || canonicalSettlement(word) === undefined) return word;
  const isAwaiting = canonicalSettlement(word) === "awaiting_deposit";
  const others = [
    ...new Set(fields.flatMap((field) => otherIn(field, asked))),
    ...(isAwaiting && fields.some((field) => tellsOfDeposit(field, asked)) ? ["a deposit"] : []),
  ];
  return others.length === 0 ? word : joinConflict([word, ...others]);
}

/** `depositTxHash`, `received: "60"`, `amountRemaining: 40`: money is on its way, or there. */
function tellsOfDeposit({ name, place, value }: Placed, { amount }: Asked): boolean {
  const text = textOf(value) ?? "";
  if (!isOfCrypto(place) || text === "") return false;
  const isHash =
    /^(?:deposit|funding|inbound|incoming)(?:tx|transaction)?(?:hash|txid)$/.test(name) ||
    (place === "deposit" && /^(?:tx|transaction)(?:hash|id)$/.test(name));
  if (isHash) return text.length > 2 && !/^(?:none|null|n\/a)$/i.test(text);
  const figure = readFigure(text)?.amount;
  if (figure === undefined) return false;
  const isRest = /^(?:amount)?(?:remaining|outstanding|left|due)(?:amount)?$/.test(name);
  return isRest
    ? Big(figure).gt("0") && Big(figure).lt(amount)
    : /^(?:received|deposited)$/.test(name) && Big(figure).gt("0");
}

/** In words, such as `another network`. */
export function otherIn(field: Placed, { network, token, currency, accountNumber }: Asked): string[] {
  const { name, place } = field;
  const said = textsOf(field);
  const [first = ""] = said;
  const isCrypto = isOfCrypto(place);
  const isToken =
    tokenName.test(name) ||
    /^(?:(?:received|paid|deposited)(?:currency|token|asset|coin)|currency)$/.test(name);
  const isFiat = place === "own" && /^(?:to|fiat|payout|destination|target)currency(?:code)?$/.test(name);
  return [
    ...(isCrypto &&
    (networkName.test(name) || isToken) &&
    said.length > 0 &&
    said.every((each) => isOtherNetwork(each, network))
      ? ["another network"]
      : []),
    ...(isCrypto && isToken && isOtherToken(first, token) ? ["another token"] : []),
    ...(isFiat && /^[a-z]{3}$/i.test(first) && first.toUpperCase() !== currency ? ["another currency"] : []),
    ...(accountNumberDiffers(field, accountNumber) ? ["another account"] : []),
  ];
}

/** Whether a good word stands beside a sum that is neither the transfer's nor its recipient's, in any unit. */
export function hidesOtherSum(word: string | undefined, fields: readonly Placed[], asked: Asked): boolean {
  const meaning = canonicalSettlement(word ?? "");
  if (meaning === undefined || !good.includes(meaning) || asked.outputs.length === 0) return false;
  return fields.some((field) => isOtherSum(field, asked));
}

export function isOtherSum({ name, place, value }: Placed, asked: Asked): boolean {
  if (!isOfCrypto(place) || !(amountName.test(name) || payoutName.test(name))) return false;
  const said = readFigure(textOf(value) ?? "")?.amount;
  return said !== undefined && !isKnownSum(Big(said), asked);
}

const good: readonly string[] = ["awaiting_deposit", "deposit_received", "processing", "paid"];
/** Cents, and the smallest units of tokens. */
const scales = [1, 1e2, 1e6, 1e8, 1e9, 1e18].map((scale) => Big(`${scale}`));

/** Services round, and take fees that nobody quoted: within five per cent. */
function isKnownSum(said: Big, { amount, outputs, rate, fee }: Asked): boolean {
  const fees =
    fee === null ? [] : [Big(fee), ...(rate === null || Big(rate).lte("0") ? [] : [Big(fee).div(rate)])];
  const sums = [amount, ...outputs].flatMap((sum) => [
    Big(sum),
    ...fees.flatMap((each) => [Big(sum).plus(each), Big(sum).minus(each)]),
  ]);
  return sums.some((sum) =>
    scales.some((scale) => said.minus(sum.times(scale)).abs().times("20").lte(sum.times(scale).abs())),
  );
}

const depositAddressName =
  /^(?:crypto)?(?:deposit|payin|funding)(?:wallet|crypto)?address(?:es)?$|^depositwallet$/;

/**
 * An update sets no deposit address. One that it names is kept, where its name can mean nothing else. Two at most, with a space
 * between them: with a second one they differ already. `undefined` if it names none.
 */
export function toldAddresses(fields: readonly Placed[]): string | undefined {
  const named = fields
    .filter(({ name, place }) => isOfCrypto(place) && depositAddressName.test(name))
    .flatMap(textsOf)
    .map(bareAddress)
    .filter((text) => /^[A-Za-z0-9]{20,128}$/.test(text) && /\d/.test(text));
  const [one, other] = [...new Map(named.map((each) => [toWire(each), each])).values()].sort();
  return other === undefined ? one : `${one} ${other}`;
}

/** Of `ethereum:0x…@8453` or `solana:…?amount=1` too. */
function bareAddress(text: string): string {
  return text
    .trim()
    .replace(/^[a-z]+:/i, "")
    .replace(/^0X/, "0x")
    .replace(/[@?/].*$/s, "");
}

/** Whether what an update named is another address than the transfer's own. */
export function isToldElsewhere(told: string | null, own: string | null): boolean {
  if (told === null || own === null) return false;
  const wire = toWire(bareAddress(own));
  return told.split(" ").some((each) => toWire(each) !== wire);
}
