import { compareAmounts } from "#lib/money/amount";
import type { Amount } from "#lib/money/money";
import { decimalsIn, fromUnits, toUnits } from "#lib/money/units";

/** Amounts that a person has to confirm, with rules and without. Compared in naira where it is known, else within the token. */

export type Sent = { amount: Amount; token: string; naira: Amount | null };

/** All that a person created before, in naira or in the token that is asked for. */
type Before = { count: number; largest: Amount };

export type UnusualFacts = {
  asked: Sent;
  /** Transfers to the account, newest first, whoever made them: the first 20 count. */
  toAccount: readonly Sent[];
  /** `null` where there are none. */
  byPerson: { naira: Before | null; token: Before | null };
};

/**
 * - `times`: of what is usual for the account. Full times; `isMore` where there is a rest.
 * - `largest`: above all that this person created.
 */
export type Unusual =
  | { kind: "times"; usual: Amount; unit: Unit; times: number; isMore: boolean }
  | { kind: "largest"; largest: Amount; unit: Unit };
type Unit = "naira" | "token";

export const lastCounted = 20;
const leastToAccount = 3;
const leastByPerson = 10;
const mostTimes = 5n;

/** Returns what is unusual about an amount, with the figures that say so. */
export function unusualAmount(facts: UnusualFacts): Unusual[] {
  return [timesUsual(facts), largestYet(facts)].flatMap((found) => found ?? []);
}

function timesUsual({ asked, toAccount }: UnusualFacts): Unusual | undefined {
  const last = toAccount.slice(0, lastCounted);
  const inNaira = last.flatMap(({ naira }) => naira ?? []);
  if (asked.naira !== null && inNaira.length >= leastToAccount) return timesOf(asked.naira, inNaira, "naira");
  const inToken = last.filter(({ token }) => token === asked.token).map(({ amount }) => amount);
  return inToken.length < leastToAccount ? undefined : timesOf(asked.amount, inToken, "token");
}

function timesOf(asked: Amount, earlier: readonly Amount[], unit: Unit): Unusual | undefined {
  // One decimal more than any of them has, for the half of two.
  const scale = 1 + Math.max(...[asked, ...earlier].map(decimalsIn));
  const amount = toUnits(asked, scale);
  const middle = middleOf(earlier.map((one) => toUnits(one, scale)));
  if (amount <= mostTimes * middle) return undefined;
  const usual = fromUnits(middle, scale);
  return { kind: "times", usual, unit, times: Number(amount / middle), isMore: amount % middle > 0n };
}

/** Of an even number, half of the two in the middle. */
function middleOf(units: readonly bigint[]): bigint {
  const sorted = units.toSorted((a, b) => (a < b ? -1 : 1));
  const [low = 0n, high = low] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.floor(sorted.length / 2)],
  ];
  return (low + high) / 2n;
}

function largestYet({ asked, byPerson }: UnusualFacts): Unusual | undefined {
  // The same amount at a better rate is no record.
  if (byPerson.token !== null && compareAmounts(asked.amount, byPerson.token.largest) <= 0) return undefined;
  if (asked.naira !== null && isEnough(byPerson.naira)) return aboveAll(asked.naira, byPerson.naira, "naira");
  return isEnough(byPerson.token) ? aboveAll(asked.amount, byPerson.token, "token") : undefined;
}

const isEnough = (before: Before | null): before is Before =>
  before !== null && before.count >= leastByPerson;

function aboveAll(asked: Amount, { largest }: Before, unit: Unit): Unusual | undefined {
  return compareAmounts(asked, largest) > 0 ? { kind: "largest", largest, unit } : undefined;
}
