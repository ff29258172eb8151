import { inScale, toUnits } from "#lib/money/units";
import { type Deduction, deductionBetween } from "./deductions";
import { type Names, type Naming, namesIn } from "./names-in";
import type { StatementLine } from "./statement";

/** Which lines and which payouts can belong together, and by which rule. */

/** `left`: what of its amount is not matched yet. `isDoubtful`: the balance of its file doesn't add up. */
export type LineToMatch = StatementLine & { id: string; left: string; isDoubtful: boolean };
/** A payout to exactly this account, of which nothing is known from this source. `expected`: naira by its quote. */
export type TransferToMatch = {
  id: string;
  transactionId: string | null;
  reference: string | null;
  expected: string | null;
  createdAt: string;
  /** When it was first reported as paid. */
  paidAt: string | null;
  createdDay: string;
  paidDay: string | null;
};
/** E: to the kobo, with its name or without. S: less a known deduction, or within a hundredth. */
export type Rule = "E1" | "E2" | "S1" | "S2";
export type Pair = {
  line: LineToMatch;
  transfer: TransferToMatch;
  rule: Rule;
  deduction: Deduction | null;
  named: Naming | null;
  /** By an ID of its own, or by a reference that no other payout has. */
  isNamedAlone: boolean;
  /** The line names other payouts and not this one. */
  namesAnother: boolean;
  /** Another credit names this payout alone. */
  isNamedElsewhere: boolean;
  /** A debit of the same amount names it: the money went back. */
  isReversed: boolean;
  /** So many fit that not all of them were looked at. */
  isCrowded: boolean;
};

const mostDaysAfterCreated = 10;
const mostDaysAfterPaid = 3;
const msOfDay = 24 * 60 * 60_000;
/** Payouts of one amount that one line is compared with. */
const mostOfLine = 50;

/** More decimals than an amount ever has. */
const scale = 18;
const oneKobo = inScale(1n, 2, scale);
const largestDeduction = toUnits("60", scale);

/** Each day is asked for thousands of times. */
const startOf = new Map<string, number>();
const mostDaysKnown = 2_000;

function msOf(day: string): number {
  const known = startOf.get(day);
  if (known !== undefined) return known;
  if (startOf.size >= mostDaysKnown) startOf.clear();
  const ms = Date.parse(day);
  startOf.set(day, ms);
  return ms;
}

export function daysBetween(from: string, to: string): number {
  return Math.round((msOf(to) - msOf(from)) / msOfDay);
}

/** A line is of a payout that was there already, and either young or reported paid not long before. */
function isInReach(
  day: string,
  { createdDay, paidDay }: Pick<TransferToMatch, "createdDay" | "paidDay">,
): boolean {
  const age = daysBetween(createdDay, day);
  if (age < 0) return false;
  return age <= mostDaysAfterCreated || (paidDay !== null && daysBetween(paidDay, day) <= mostDaysAfterPaid);
}

type Priced = { transfer: TransferToMatch; expected: bigint };

function byExpected(transfers: readonly TransferToMatch[]): Priced[] {
  return transfers
    .flatMap((transfer) =>
      transfer.expected === null ? [] : [{ transfer, expected: toUnits(transfer.expected, scale) }],
    )
    .sort(
      (a, b) =>
        (a.expected < b.expected ? -1 : Number(a.expected > b.expected)) ||
        compareTexts(a.transfer.createdAt, b.transfer.createdAt) ||
        compareTexts(a.transfer.id, b.transfer.id),
    );
}

/** All that fit to the kobo or less a known deduction, and what is named and within a hundredth. */
export function pairsOf(
  lines: readonly LineToMatch[],
  transfers: readonly TransferToMatch[],
  { namesOf, namersOf }: NamesBetween,
): Pair[] {
  const priced = byExpected(transfers);
  const crowded = new Set<string>();
  const pairs = lines.flatMap((line) => {
    const names = namesOf(line);
    const rule = rulesOf(line);
    const fits = inRange(priced, line).flatMap(({ transfer, expected }): Fit[] => {
      const named = names.of(transfer.id) ?? null;
      const found = rule(expected, named !== null);
      if (found === undefined || (found.rule === "S2" && named === null)) return [];
      return isInReach(line.day, transfer) ? [{ transfer, named, found }] : [];
    });
    if (fits.length > mostOfLine) for (const { transfer } of fits) crowded.add(line.id).add(transfer.id);
    const close = nearest(fits, line).map(({ transfer, named, found }): Pair => {
      const others = namersOf(transfer).filter((other) => other !== line);
      return {
        ...{ line, transfer, named, ...found, isCrowded: false },
        isNamedAlone: names.alone === transfer.id,
        namesAnother: named === null && !names.isNone,
        isNamedElsewhere: others.some(({ side }) => side === "credit"),
        isReversed: others.some(({ side, amount }) => side === "debit" && amount === line.amount),
      };
    });
    return close.sort(comparePairs);
  });
  return pairs.map((pair) =>
    crowded.has(pair.line.id) || crowded.has(pair.transfer.id) ? { ...pair, isCrowded: true } : pair,
  );
}

type Fit = { transfer: TransferToMatch; named: Naming | null; found: Pick<Pair, "rule" | "deduction"> };

/** Those that say most, and then the nearest in time, of more than are looked at: there can be thousands of one amount. */
function nearest(fits: readonly Fit[], { day }: LineToMatch): readonly Fit[] {
  if (fits.length <= mostOfLine) return fits;
  const ranked = fits.map((fit) => {
    const name = fit.named === null ? strengths.length : 0;
    const away = Math.abs(daysBetween(fit.transfer.paidDay ?? fit.transfer.createdDay, day));
    return { fit, rank: (name + strengths.indexOf(fit.found.rule)) * mostDaysKnown + away };
  });
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, mostOfLine)
    .map(({ fit }) => fit);
}

type NamesBetween = {
  namesOf: (line: LineToMatch) => Names;
  /** The lines that name it alone. */
  namersOf: (transfer: TransferToMatch) => readonly LineToMatch[];
};

export function namesBetween(
  lines: readonly LineToMatch[],
  transfers: readonly TransferToMatch[],
): NamesBetween {
  const find = namesIn(transfers);
  const names = new Map(lines.map((line) => [line, find(line)]));
  const namers = new Map<string, LineToMatch[]>();
  for (const [line, { alone }] of names) {
    if (alone === undefined) continue;
    const known = namers.get(alone);
    if (known === undefined) namers.set(alone, [line]);
    else known.push(line);
  }
  return {
    namesOf: (line) => names.get(line) ?? find(line),
    namersOf: ({ id }) => namers.get(id) ?? [],
  };
}

/** Those that any rule can hold for; none for a debit, or for a line of which nothing is left. */
function inRange(priced: readonly Priced[], { side, left }: LineToMatch): readonly Priced[] {
  const arrived = toUnits(left, scale);
  if (side === "debit" || arrived <= 0n) return [];
  const [least, most] = [(arrived * 100n) / 101n, (arrived * 100n) / 99n + oneKobo];
  const withDeduction = arrived + largestDeduction;
  return priced.slice(
    firstFrom(priced, least),
    firstFrom(priced, (most > withDeduction ? most : withDeduction) + 1n),
  );
}

/** The place of the first that is not below. */
function firstFrom(sorted: readonly Priced[], least: bigint): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle]?.expected ?? 0n) < least) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** By what is expected: the payouts of a payroll have one amount. */
function rulesOf({ left, day }: LineToMatch) {
  const arrived = toUnits(left, scale);
  const known = new Map<bigint, ReturnType<typeof ruleOf>>();
  return (expected: bigint, isNamed: boolean) => {
    if (isNamed) return ruleOf(expected, arrived, day, true);
    if (!known.has(expected)) known.set(expected, ruleOf(expected, arrived, day, false));
    return known.get(expected);
  };
}

function ruleOf(
  expected: bigint,
  arrived: bigint,
  day: string,
  isNamed: boolean,
): Pick<Pair, "rule" | "deduction"> | undefined {
  const difference = arrived > expected ? arrived - expected : expected - arrived;
  // A quote may have parts of a kobo, which no bank pays.
  if (difference < oneKobo) return { rule: isNamed ? "E1" : "E2", deduction: null };
  const deduction = [expected, expected + oneKobo - 1n]
    .map((each) => deductionBetween(each / oneKobo, arrived / oneKobo, day))
    .find((each) => each !== undefined);
  if (deduction !== undefined) return { rule: "S1", deduction };
  return difference * 100n <= expected ? { rule: "S2", deduction: null } : undefined;
}

/** Of those that are left: what is within a hundredth, where it is one line and one payout, and nothing names another. */
export function loosePairsOf(
  lines: readonly LineToMatch[],
  transfers: readonly TransferToMatch[],
  { namesOf, namersOf }: NamesBetween,
): Pair[] {
  const priced = byExpected(transfers);
  const first = new Map<LineToMatch, TransferToMatch>();
  const counts = new Map<string, number>();
  const count = (id: string) => counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const line of lines) {
    const rule = rulesOf(line);
    for (const { transfer, expected } of inRange(priced, line)) {
      if (rule(expected, false)?.rule !== "S2" || !isInReach(line.day, transfer)) continue;
      if (!first.has(line)) first.set(line, transfer);
      count(line.id);
      count(transfer.id);
    }
  }
  return [...first]
    .filter(([line, transfer]) => counts.get(line.id) === 1 && counts.get(transfer.id) === 1)
    .filter(([line, transfer]) => namesOf(line).isNone && namersOf(transfer).length === 0)
    .map(([line, transfer]) => ({
      ...{ line, transfer, rule: "S2", deduction: null, named: null, isNamedAlone: false },
      ...{ namesAnother: false, isNamedElsewhere: false, isReversed: false, isCrowded: false },
    }));
}

/** What says more first, then what is nearer in time. */
export function comparePairs(a: Pair, b: Pair): number {
  return (
    strengthOf(a) - strengthOf(b) ||
    distanceOf(a) - distanceOf(b) ||
    compareTexts(a.line.day, b.line.day) ||
    compareTexts(a.transfer.createdAt, b.transfer.createdAt) ||
    a.line.n - b.line.n ||
    compareTexts(a.line.id, b.line.id) ||
    compareTexts(a.transfer.id, b.transfer.id)
  );
}

const strengths: readonly Rule[] = ["E1", "E2", "S1", "S2"];

function strengthOf({ named, isNamedAlone, namesAnother, rule }: Pair): number {
  const name = isNamedAlone ? 0 : named !== null ? 1 : namesAnother ? 3 : 2;
  return name * strengths.length + strengths.indexOf(rule);
}

function distanceOf({ line, transfer }: Pair): number {
  return Math.abs(daysBetween(transfer.paidDay ?? transfer.createdDay, line.day));
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
