import { compareAmounts } from "#lib/money/amount";
import type { Amount } from "#lib/money/money";
import { type Approvers, covers, nobody, stricterOf } from "./approvers";
import { neededBy, type Rules, type Tier } from "./rules";

/**
 * Whether rules are tighter than those before, or equal, in every field: then one admin sets them at once. Anything else is
 * loosening, also where another rule would hide the difference: that one may go later.
 */
export function isTighter(before: Rules, after: Rules): boolean {
  return (
    // Between two amounts at which a tier began, nothing new was needed.
    before.tiers.every((tier) => covers(neededFrom(after.tiers, tier.fromNaira), neededBy(tier))) &&
    isAsStrict(before.newAccount, after.newAccount, (a, b) => b.coolOffHours >= a.coolOffHours) &&
    (after.payeeChange || !before.payeeChange) &&
    isAsStrict(
      before.nameConfirmed,
      after.nameConfirmed,
      (a, b) => isAtMost(a.fromNaira, b.fromNaira) && b.months <= a.months,
    ) &&
    isAsStrict(before.personDayNaira, after.personDayNaira, isAtMost) &&
    isAsStrict(before.transferNaira, after.transferNaira, isAtMost) &&
    isAsStrict(before.businessDayNaira, after.businessDayNaira, isAtMost)
  );
}

function isAsStrict<Rule>(
  before: Rule | null,
  after: Rule | null,
  compare: (before: Rule, after: Rule) => boolean,
): boolean {
  return before === null || (after !== null && compare(before, after));
}

const isAtMost = (before: Amount, after: Amount) => compareAmounts(after, before) <= 0;

/** What the tiers need of a sum. */
function neededFrom(tiers: readonly Tier[], sum: Amount): Approvers {
  const reached = tiers.filter(({ fromNaira }) => compareAmounts(sum, fromNaira) >= 0);
  return reached.map(neededBy).reduce(stricterOf, nobody);
}
