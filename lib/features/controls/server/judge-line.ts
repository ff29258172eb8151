import { Problem } from "#lib/contract/problem";
import type { Approvers } from "#lib/features/controls/approvers";
import { approversFor, mayOthersConfirm } from "#lib/features/controls/eligible";
import { type PayoutFacts, type Requirement, requirementOf } from "#lib/features/controls/requirement";
import type { Rules } from "#lib/features/controls/rules";
import type { Subject } from "#lib/server/submission/gates";
import type { Trx } from "#lib/server/tables/schema";
import { readPayoutFacts } from "./payout-facts";
import { readColleagues, readTakenAway } from "./read-people";
import { refusal } from "./refusals";

type How = {
  /** Whether it is about to be sent. */
  isSending: boolean;
  /** Without a lock the answer is of a moment, and nothing may rest on it. */
  isLocked: boolean;
};

export type Judged = { requirement: Requirement; facts: PayoutFacts; approvers: Approvers };

/** Null: it passes. Throws for what no approval heals. */
export async function judgeLine(trx: Trx, rules: Rules, subject: Subject, isSending: boolean) {
  const { requirement } = await requirementOfLine(trx, rules, subject, { isSending, isLocked: true });
  if (requirement.answer === "refused") throw refusal(requirement.faults);
  return requirement.answer === "pass" ? null : requirement;
}

/** Throws where it can't be sent now though it was approved with its batch: a limit, or a name. */
export async function judgeCovered(trx: Trx, rules: Rules, subject: Subject): Promise<void> {
  const { requirement } = await requirementOfLine(trx, rules, subject, { isSending: true, isLocked: true });
  if (requirement.answer !== "refused") return;
  const faults = requirement.faults.filter(({ problem }) => problem !== "no_approver");
  if (faults.length > 0) throw refusal(faults);
}

/** What the rules ask of a transfer or a batch, and by what. Throws where no person makes it. */
export async function requirementOfLine(
  trx: Trx,
  rules: Rules,
  { id, makerId, lines }: Subject,
  { isSending, isLocked }: How,
): Promise<Judged> {
  if (makerId === null) {
    const detail =
      "While rules for payouts are on, only a person can create a transfer. Nothing was created.";
    throw new Problem("not_possible_now", detail);
  }
  const { people, now } = await readColleagues(trx);
  const approvers = approversFor(makerId, people, now);
  const facts = await readPayoutFacts(trx, rules, {
    ...{ id, makerId, lines, approvers, now, isSending, isLocked },
    canOthersConfirm: mayOthersConfirm(makerId, people, await readLately(trx, rules)),
  });
  return { requirement: requirementOf(rules, facts), facts, approvers };
}

/** Asked for only where a rule looks at names. */
async function readLately(trx: Trx, rules: Rules): Promise<Set<string>> {
  return rules.nameConfirmed === null ? new Set() : readTakenAway(trx);
}
