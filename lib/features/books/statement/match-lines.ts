import { type Amount, subtractAmounts } from "#lib/money/money";
import { toKobo } from "./kobo";
import {
  comparePairs,
  daysBetween,
  type LineToMatch,
  loosePairsOf,
  namesBetween,
  type Pair,
  pairsOf,
  type Rule,
  type TransferToMatch,
} from "./match-pairs";
import type { Naming } from "./names-in";

/**
 * Which line is which payout. Invariant: a proposal is exact only where no other line and no other payout could be meant, and
 * each line and each payout is in one proposal at most. Nothing is matched by this: a person confirms it.
 */

/** Facts for the sentence that says why. */
export type Because = {
  named: Naming | null;
  daysAfterCreated: number;
  /** Below zero where the line is older than the first report. */
  daysAfterPaid: number | null;
  /** Others that fit as well: by their amount, or by it less a known deduction. */
  otherLines: number;
  otherTransfers: number;
  /** The line names other payouts and not this one. */
  namesAnother: boolean;
  /** Another credit names this payout. */
  isNamedElsewhere: boolean;
  /** A debit of the same amount names it. */
  isReversed: boolean;
  isDoubtful: boolean;
  /** A part of the line is matched already. */
  isPart: boolean;
};
export type Proposal = {
  lineId: string;
  transferId: string;
  rule: Rule;
  standing: "exact" | "suggested";
  /** What arrived less what was expected. */
  difference: string;
  deduction: string | null;
  because: Because;
};

/** In the order of the lines, and the same whatever order lines and transfers come in. */
export function matchLines(lines: readonly LineToMatch[], transfers: readonly TransferToMatch[]): Proposal[] {
  const names = namesBetween(lines, transfers);
  const pairs = pairsOf(lines, transfers, names).sort(comparePairs);
  const beside = besideOf(pairs);
  const chosen = new Map<Pair, Proposal["standing"]>();
  const taken = new Set<string>();
  const choose = (pair: Pair, standing: Proposal["standing"]) => {
    if (taken.has(pair.line.id) || taken.has(pair.transfer.id)) return;
    chosen.set(pair, standing);
    taken.add(pair.line.id).add(pair.transfer.id);
  };
  for (const pair of pairs) if (isExact(pair, beside)) choose(pair, "exact");
  for (const pair of pairs) choose(pair, "suggested");
  const isFree = ({ id }: { id: string }) => !taken.has(id);
  for (const pair of loosePairsOf(lines.filter(isFree), transfers.filter(isFree), names))
    choose(pair, "suggested");
  const places = new Map(lines.map(({ id }, at) => [id, at]));
  return [...chosen]
    .map(([pair, standing]) => proposalOf(pair, standing, beside))
    .sort((a, b) => (places.get(a.lineId) ?? 0) - (places.get(b.lineId) ?? 0));
}

type Beside = (pair: Pair, rules: readonly Rule[]) => Pair[];
/** What is only within a hundredth fits too many to cast doubt on an amount to the kobo. */
const closeRules: readonly Rule[] = ["E1", "E2", "S1"];

/** The other pairs of the same line or the same payout. */
function besideOf(pairs: readonly Pair[]): Beside {
  const known = new Map<string, Pair[]>();
  for (const pair of pairs)
    for (const id of [pair.line.id, pair.transfer.id]) {
      const others = known.get(id);
      if (others === undefined) known.set(id, [pair]);
      else others.push(pair);
    }
  return (pair, rules) =>
    [...(known.get(pair.line.id) ?? []), ...(known.get(pair.transfer.id) ?? [])].filter(
      (other) => other !== pair && rules.includes(other.rule),
    );
}

function isExact(pair: Pair, beside: Beside): boolean {
  const { line, rule, named } = pair;
  if (line.isDoubtful || isPart(line)) return false;
  if (pair.namesAnother || pair.isReversed || pair.isCrowded) return false;
  const others = beside(pair, closeRules);
  if (rule === "E2") return !pair.isNamedElsewhere && others.length === 0;
  if (rule !== "E1" || others.some((other) => other.rule === "E1")) return false;
  if (!pair.isNamedAlone) return others.length === 0;
  // A reference is a person's text: it is enough only where what else fits has a name of its own.
  return named?.by !== "reference" || others.every((other) => isOfAnother(other, pair, beside));
}

/** Its line names another payout, or its payout is named by another line; by the only pair of each. */
function isOfAnother(other: Pair, pair: Pair, beside: Beside): boolean {
  const [only, more] = beside(other, ["E1"]).filter((each) => each !== pair);
  return only !== undefined && more === undefined && only.isNamedAlone && beside(only, ["E1"]).length === 0;
}

function isPart({ left, amount }: LineToMatch): boolean {
  return toKobo(left) !== toKobo(amount);
}

function proposalOf(pair: Pair, standing: Proposal["standing"], beside: Beside): Proposal {
  const { line, transfer, rule, deduction, named } = pair;
  const others = beside(pair, closeRules);
  return {
    ...{ lineId: line.id, transferId: transfer.id, rule, standing },
    difference: differenceOf(line.left, transfer.expected ?? "0"),
    deduction: deduction?.name ?? null,
    because: {
      named,
      daysAfterCreated: daysBetween(transfer.createdDay, line.day),
      daysAfterPaid: transfer.paidDay === null ? null : daysBetween(transfer.paidDay, line.day),
      otherLines: others.filter((other) => other.line.id !== line.id).length,
      otherTransfers: others.filter((other) => other.transfer.id !== transfer.id).length,
      namesAnother: pair.namesAnother,
      isNamedElsewhere: pair.isNamedElsewhere,
      isReversed: pair.isReversed,
      ...{ isDoubtful: line.isDoubtful, isPart: isPart(line) },
    },
  };
}

function differenceOf(left: string, expected: string): string {
  const [whole, fraction = ""] = subtractAmounts(left as Amount, expected as Amount).split(".");
  return `${whole}.${fraction.padEnd(2, "0")}`;
}
