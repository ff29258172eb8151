import type { AccountLines, ChangeFacts, PayoutFacts } from "#lib/features/controls/requirement";
import { Rules } from "#lib/features/controls/rules";
import { type Amount, readDecimal } from "#lib/money/money";

/** Rules and facts whose amounts and times often meet, or miss each other by the least. */

/** Of a random source from 0 up to 1, as `randomFrom` makes one. */
export type Random = () => number;

export function amount(text: string): Amount {
  const read = readDecimal(text);
  if (read === undefined) throw new Error(`${text} is no amount.`);
  return read;
}

export const rulesOf = (some: Partial<Record<keyof Rules, unknown>>): Rules =>
  Rules.parse({
    ...{ tiers: [], newAccount: null, payeeChange: false, nameConfirmed: null },
    ...{ personDayNaira: null, transferNaira: null, businessDayNaira: null },
    ...some,
  });

export function oneOf<Value>(random: Random, values: readonly Value[]): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error("There is nothing to choose from.");
  return value;
}

const limits = ["0.01", "100", "100.00", "200", "300", "300.5", "500", "1000", "5000"];
const sums = ["0.01", "99.99", "100", "100.0", "100.01", "199.9999", "200", "300", "400", "500", "500.0001"];

/** About every second rule is off. */
export function madeUpRules(random: Random): Rules {
  const maybe = <Value>(value: Value) => (random() < 0.5 ? value : null);
  const limit = () => amount(oneOf(random, limits));
  const froms = [limit(), limit(), limit()].filter(
    (from, at, all) => all.findIndex((other) => Number(other) === Number(from)) === at,
  );
  return {
    tiers: froms.slice(0, Math.floor(random() * 4)).map((fromNaira) => ({
      fromNaira,
      approvals: oneOf(random, [1, 2]),
      by: oneOf(random, ["finance", "admin"]),
    })),
    newAccount: maybe({ coolOffHours: oneOf(random, [0, 1, 24, 48]) }),
    payeeChange: random() < 0.5,
    nameConfirmed: maybe({ fromNaira: limit(), months: oneOf(random, [1, 6, 12]) }),
    personDayNaira: maybe(limit()),
    transferNaira: maybe(limit()),
    businessDayNaira: maybe(limit()),
  };
}

const moments = ["2026-11-25T12:00:00.000Z", "2028-02-29T00:00:00.000Z", "2027-03-31T23:59:59.999Z"];
const hoursMs = [-1, 0, 1, 23, 24, 25, 48, 1_000].flatMap((hours) => {
  const ms = hours * 3_600_000;
  return [ms - 1, ms, ms + 1];
});

export function madeUpFacts(random: Random): PayoutFacts | ChangeFacts {
  const people = Math.floor(random() * 4);
  const approvers = { people, admins: Math.floor(random() * (people + 1)) };
  if (random() < 0.05) return { kind: "payee_change", approvers };
  const now = oneOf(random, moments);
  const sum = () => amount(oneOf(random, sums));
  const used = () => (random() < 0.4 ? amount("0") : sum());
  let key = 0;
  const line = (): AccountLines["lines"][number] => ({
    key: `row ${key++}`,
    naira: random() < 0.05 ? null : sum(),
    accountSince: random() < 0.2 ? null : before(now, oneOf(random, hoursMs)),
    payee:
      random() < 0.2
        ? null
        : {
            confirmed: random() < 0.2 ? null : { at: confirmedAt(random, now), isByMaker: random() < 0.3 },
          },
  });
  const accounts = Array.from({ length: random() < 0.6 ? 1 : 1 + Math.floor(random() * 3) }, () => ({
    elsewhere: used(),
    isKnown: random() < 0.7,
    lines: Array.from({ length: random() < 0.7 ? 1 : 2 }, line),
  }));
  return {
    ...{ kind: "payout", accounts, approvers, now },
    ...{ personDay: used(), businessDay: random() < 0.2 ? null : used() },
    canOthersConfirm: random() < 0.6,
  };
}

/** Around the ends of the months that rules name. */
function confirmedAt(random: Random, now: string): string {
  const date = new Date(now);
  date.setUTCMonth(date.getUTCMonth() - oneOf(random, [0, 1, 6, 12, 13]));
  return before(date.toISOString(), oneOf(random, [-1, 0, 1, 86_400_000, -86_400_000]));
}

export function before(now: string, ms: number): string {
  return new Date(Date.parse(now) - ms).toISOString();
}
