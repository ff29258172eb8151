import { compareAmounts } from "#lib/money/amount";
import { isLessFee, isNearly, isRoughly } from "#lib/money/less-fee";
import { type Amount, multiplyAmounts, readDecimal, roundAmount } from "#lib/money/money";
import type { Asked } from "./asked";
import { type Part, textOf, textsIn } from "./body-names";

/**
 * Invariant: an amount is the token's, or none: services say naira under the same names. One that is said twice, and
 * differently, is none.
 */

const arrivedName =
  /^(?:(?:(?:amount|total|crypto|token)+|actually)(?:paid|received|deposited|arrived)|(?:total|crypto|token)?(?:paid|received|deposited|arrived|actual)(?:crypto|token)?amount)$/;
/** `received.amount`, `paidCurrency.actual`. */
const arrivedPart = /^(?:paid|received|deposited|arrived|actual)(?:amount|currency|payment|deposit|funds)?$/;
const innerName = /^(?:amount|value|actual|paid|received)$/;
/** What a figure beside it is counted in; `fromCurrency` and `toCurrency` tell of the transfer. */
const unitName =
  /^(?:(?:paid|received|deposited|arrived|actual|pay)?(?:amount)?(?:paid|received)?)(?:currency|token|asset|coin|symbol|ticker|unit)(?:code|symbol|name|id)?$/;
const unitInside = /^(?:code|symbol|name|ticker|id)$/;

/** How much of a deposit arrived, in the token, as a body says it. */
export function arrivedIn(parts: readonly Part[], asked: Asked): Amount | undefined {
  return theOne(parts.flatMap((part) => saidToArrive(part, [])).filter((said) => isOfToken(said, asked)));
}

/**
 * Whether a body says how much of the token arrived in a way that is not read: a list, `60,00`, an object without a plain
 * figure; or as figures that differ, where one of them is not what was asked for.
 */
export function hidesArrived(parts: readonly Part[], asked: Asked): boolean {
  const said = parts.flatMap((part) => saidToArrive(part, [])).filter((each) => isOfToken(each, asked));
  const isExpected = ({ amount }: Said) =>
    compareAmounts(amount, asked.amount) === 0 || isLessFee(amount, asked);
  const doDiffer = said.length > 0 && theOne(said) === undefined && !said.every(isExpected);
  return doDiffer || parts.some((part) => hidesFigure(part, [], asked));
}

function hidesFigure(part: Part, around: readonly string[], asked: Asked): boolean {
  const units = unitsOf(part, around);
  const isOthers = units.length > 0 && !units.some((unit) => namesToken(unit, asked.token));
  const isArrived = arrivedPart.test(part.name) || arrivedName.test(part.name);
  const wanted = isArrived ? innerName : arrivedName;
  const isHidden = part.fields.some(({ name, value }) => wanted.test(name) && isHiddenFigure(value));
  const isEmpty = arrivedName.test(part.name) && readAll(part, innerName, units).length === 0;
  const isUnnamed = isEmpty && part.fields.some(({ value }) => readFigure(textOf(value) ?? "") !== undefined);
  if (!isOthers && (isHidden || isUnnamed)) return true;
  return part.inner.some((each) => each.role !== "apart" && hidesFigure(each, units, asked));
}

/** Digits in another form, or a list. Of naira, it says so. */
function isHiddenFigure(value: unknown): boolean {
  if (Array.isArray(value)) return textsIn(value).length > 0;
  const text = textOf(value) ?? "";
  return (
    /\p{Nd}/u.test(text) &&
    !/\u20a6|ngn|naira/i.test(text) &&
    (readFigure(text)?.amount ?? "-").startsWith("-")
  );
}

/** For a body whose status says that its amount is wrong. */
export function amountIn(parts: readonly Part[], asked: Asked): Amount | undefined {
  return theOne(
    parts.flatMap((part) => amountsOf(part, /^amount$/, [])).filter((said) => isOfToken(said, asked)),
  );
}

const sumName = /amount|^(?:value|paid|received|settled|disbursed|output|payout|fiat)$/;
/** Before the payment, or beside it. */
const otherSumName =
  /expected|estimat|quote|gross|request|asked|min|max|limit|balance|fee|charge|tax|rate|before|previous|refund|crypto|token/;
/** The recipient, beside a transfer. */
const recipientPart = /^(?:destination|recipient|beneficiary|receiver)(?:details?|account)?$/;

/**
 * How much the recipient was paid, in the currency of the payout, as a body says it: what is within what a service rounds and
 * takes of what was quoted, or is named as paid in that currency. Kobo are none, and so is what there was before the fee.
 */
export function paidOutIn(parts: readonly Part[], asked: Asked): Amount | undefined {
  const { outputs, amount: sent } = asked;
  if (outputs.length === 0) return undefined;
  const gross = grossOf(asked);
  const isGross = ({ amount }: Said) => roundAmount(amount, minorDigits) === gross;
  const isNear = ({ amount }: Said) => outputs.some((output) => isRoughly(amount, output));
  const isKobo = ({ amount }: Said) => outputs.some((output) => isRoughly(amount, inKobo(output)));
  const isSent = ({ amount }: Said) => isRoughly(amount, sent);
  const isNamed = (said: Said) => isOfCurrency(said, asked);
  return theOne([
    ...parts
      .flatMap((part) => saidToBePaid(part, []))
      .filter((said) => isNear(said) && !isGross(said) && (isNamed(said) || !isSent(said))),
    ...parts
      .flatMap((part) => saidToArrive(part, []))
      .filter((said) => isNamed(said) && !isNear(said) && !isKobo(said) && !isSent(said)),
  ]);
}

const minorDigits = 2;
const inKobo = (sum: Amount) => multiplyAmounts(sum, "100" as Amount);

/** What the recipient would get without the quoted fee; undefined where there is none. */
function grossOf({ amount, rate, fee }: Asked): Amount | undefined {
  const isFree = rate === null || fee === null || compareAmounts(fee, "0" as Amount) === 0;
  return isFree ? undefined : roundAmount(multiplyAmounts(amount, rate), minorDigits);
}

function isOfCurrency({ units }: Said, { currency }: Asked): boolean {
  return units.some((unit) => /^(?:\u20a6|naira)$/i.test(unit) || namesToken(unit, currency));
}

function saidToBePaid(part: Part, around: readonly string[]): Said[] {
  const units = unitsOf(part, around);
  const fields = part.fields.filter(({ name }) => sumName.test(name) && !otherSumName.test(name));
  const inner = part.inner.filter(
    ({ name, role }) =>
      !otherSumName.test(name) && (role === "apart" ? recipientPart.test(name) : role !== "leg"),
  );
  return [
    ...readAll({ ...part, fields }, sumName, units),
    ...inner.flatMap((each) => saidToBePaid(each, units)),
  ];
}

/** A figure, and all that says what it is counted in. */
type Said = { amount: Amount; units: readonly string[] };

/** One that names nothing is the token's, unless it is what the recipient was to get. */
function isOfToken({ amount, units }: Said, { token, outputs, amount: asked }: Asked): boolean {
  const named = units.map((unit) => namesToken(unit, token));
  if (named.length > 0 && named.every((isNamed) => isNamed)) return true;
  if (named.length > 0 && !named.includes(true)) return false;
  return !outputs.some((output) => isNearly(amount, output) && !isNearly(asked, output));
}

/** `USDC`, `usdc`, `base:usdc`, `USDC_BASE`. */
function namesToken(unit: string, token: string): boolean {
  const words = unit.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.includes(token.toLowerCase());
}

function saidToArrive(part: Part, around: readonly string[]): Said[] {
  const units = unitsOf(part, around);
  const isArrived = arrivedPart.test(part.name) || arrivedName.test(part.name);
  const own = readAll(part, isArrived ? innerName : arrivedName, units);
  return [
    ...own,
    ...part.inner.filter(({ role }) => role !== "apart").flatMap((each) => saidToArrive(each, units)),
  ];
}

function amountsOf(part: Part, name: RegExp, around: readonly string[]): Said[] {
  const units = unitsOf(part, around);
  const parts = part.inner.filter(({ role }) => role === "wrapper" || role === "transfer");
  return [...readAll(part, name, units), ...parts.flatMap((each) => amountsOf(each, name, units))];
}

/** What a part says of its figures; else what is said around it. */
function unitsOf({ fields, inner }: Part, around: readonly string[]): readonly string[] {
  const own = fields.flatMap(({ name, value }) => (unitName.test(name) ? (textOf(value) ?? []) : []));
  const inside = inner
    .filter(({ name }) => unitName.test(name))
    .flatMap((part) =>
      part.fields.flatMap(({ name, value }) => (unitInside.test(name) ? (textOf(value) ?? []) : [])),
    );
  const all = [...own, ...inside];
  return all.length > 0 ? all : around;
}

function readAll({ fields }: Part, wanted: RegExp, units: readonly string[]): Said[] {
  return fields.flatMap(({ name, value }) => {
    const said = wanted.test(name) ? readFigure(textOf(value) ?? "") : undefined;
    if (said === undefined || said.amount.startsWith("-")) return [];
    return [{ amount: said.amount, units: said.unit === undefined ? units : [said.unit] }];
  });
}

/** `60`, `60 USDC`, `₦153,072.79`. */
export function readFigure(text: string): { amount: Amount; unit?: string } | undefined {
  const plain = readDecimal(text);
  if (plain !== undefined) return { amount: plain };
  const [, before = "", digits = "", after = ""] =
    /^([^\d\s.,-]*)\s?([\d.,]+)\s?([^\d\s.,-]\S*)?$/.exec(text) ?? [];
  const unit = before || after;
  // `+60` and `0x3c` are no sums of another unit.
  if (/[+\d]/.test(unit)) return undefined;
  const isGrouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits);
  const amount = readDecimal(isGrouped ? digits.replaceAll(",", "") : digits);
  return amount === undefined ? undefined : { amount, ...(unit !== "" && { unit }) };
}

function theOne(said: readonly Said[]): Amount | undefined {
  const [first] = said;
  return first !== undefined && said.every(({ amount }) => compareAmounts(amount, first.amount) === 0)
    ? first.amount
    : undefined;
}
