import "server-only";
import { compareAmounts } from "#lib/money/amount";
import { type Amount, readDecimal } from "#lib/money/money";
import { type Part, textOf } from "./body-names";

/** Invariant: an amount that is said twice, and differently, is none. */

const arrivedName =
  /^(?:(?:amount|actually)(?:paid|received|deposited|arrived)|(?:paid|received|deposited|arrived|actual)amount)$/;
/** `received.amount`, `paidCurrency.actual`. */
const arrivedPart = /^(?:paid|received|deposited|arrived|actual)(?:amount|currency|payment|deposit|funds)?$/;
const innerName = /^(?:amount|value|actual|paid|received)$/;

/** How much of a deposit arrived, in the token, as a body says it. */
export function arrivedIn(parts: readonly Part[]): Amount | undefined {
  return theOne(parts.flatMap(saidToArrive));
}

/** For a body whose status says that its amount is wrong. */
export function amountIn(parts: readonly Part[]): Amount | undefined {
  return theOne(parts.flatMap((part) => amountsOf(part, /^amount$/)));
}

function saidToArrive({ name, fields, inner }: Part): Amount[] {
  const own = readAll(fields, arrivedPart.test(name) ? innerName : arrivedName);
  return [...own, ...inner.filter(({ role }) => role !== "apart").flatMap(saidToArrive)];
}

function amountsOf({ fields, inner }: Part, name: RegExp): Amount[] {
  const parts = inner.filter(({ role }) => role === "wrapper" || role === "transfer");
  return [...readAll(fields, name), ...parts.flatMap((part) => amountsOf(part, name))];
}

function readAll(fields: Part["fields"], wanted: RegExp): Amount[] {
  return fields.flatMap(({ name, value }) => {
    const amount = wanted.test(name) ? readDecimal(textOf(value) ?? "") : undefined;
    return amount === undefined || amount.startsWith("-") ? [] : [amount];
  });
}

function theOne(amounts: readonly Amount[]): Amount | undefined {
  const [first] = amounts;
  return first !== undefined && amounts.every((each) => compareAmounts(each, first) === 0)
    ? first
    : undefined;
}
