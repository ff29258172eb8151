import { type Approvers, covers } from "#lib/features/controls/approvers";
import { lackWords } from "#lib/features/controls/control-words";
import { approversFor, lacksOf } from "#lib/features/controls/eligible";
import { env } from "#lib/server/config/env";
import type { ApprovalRow, RequestRow } from "#lib/server/tables/controls/control-rows";
import type { readColleagues } from "./read-people";
import { storedOf } from "./requests";

/**
 * Invariant: an approval counts only while whoever gave it could still give it. It is marked as void when the next one is
 * given; until then it counts no more all the same.
 */

type Colleagues = Awaited<ReturnType<typeof readColleagues>>;

/** Why it counts no more, as it was marked or as it would be now; `null` for one that counts. */
export function whyVoid(approval: ApprovalRow, { people, now }: Colleagues): string | null {
  if (approval.voided_why !== null) return approval.voided_why;
  const person = people.find(({ id }) => id === approval.person_id);
  if (person === undefined) return null;
  const [lack] = lacksOf(person, now);
  if (lack !== undefined) return lackWords(person, lack, env().timeZone);
  const isLowered = approval.role === "admin" && person.role !== "admin";
  return isLowered ? `${person.name} is no admin any more` : null;
}

/** Those that count, of a request that waits. */
export function countingOf(approvals: readonly ApprovalRow[], colleagues: Colleagues): ApprovalRow[] {
  return approvals.filter((approval) => whyVoid(approval, colleagues) === null);
}

/** By those that aren't marked as void. */
export function givenBy(approvals: readonly ApprovalRow[]): Approvers {
  const given = approvals.filter(
    ({ decision, voided_why }) => decision === "approved" && voided_why === null,
  );
  return { people: given.length, admins: given.filter(({ role }) => role === "admin").length };
}

/** Whether what was given, and whoever can still give more, is enough. */
export function canBeMet(
  request: RequestRow,
  approvals: readonly ApprovalRow[],
  colleagues: Colleagues,
): boolean {
  const counting = countingOf(approvals, colleagues);
  const others = colleagues.people.filter(({ id }) => !counting.some(({ person_id }) => person_id === id));
  const [given, able] = [givenBy(counting), approversFor(request.maker_id, others, colleagues.now)];
  return covers(
    { people: given.people + able.people, admins: given.admins + able.admins },
    storedOf(request).needed,
  );
}
