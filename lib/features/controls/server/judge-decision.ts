import { Problem } from "#lib/contract/problem";
import { may } from "#lib/contract/roles";
import { lackWords } from "#lib/features/controls/control-words";
import type { DecisionInput } from "#lib/features/controls/controls-api";
import { lacksOf } from "#lib/features/controls/eligible";
import { newAccountRules } from "#lib/features/controls/requirement";
import type { Actor } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { env } from "#lib/server/config/env";
import type { ApprovalRow, RequestRow } from "#lib/server/tables/controls/control-rows";
import type { Trx } from "#lib/server/tables/schema";
import { seekRequest } from "./find-approvals";
import { lockPeople, readColleagues } from "./read-people";
import { isExpired, readApprovals, takeRequest } from "./requests";

/** Invariant: whoever decides is judged on locked rows, in the transaction of the decision. */

export type Judged = {
  request: RequestRow;
  approvals: ApprovalRow[];
  people: Awaited<ReturnType<typeof readColleagues>>;
};

/** Locks the people and the request. Throws for whoever may not decide, and for what waits no longer. */
export async function judgeDecision(
  trx: Trx,
  id: string,
  { decision, subjectHash }: DecisionInput,
  actor: Actor,
): Promise<Judged | "repeated"> {
  const { person } = await judgeAgain(trx, actor, "approve", true);
  const before = await readApprovals(trx, id);
  const asked = await seekRequest(trx, id);
  await lockPeople(trx, [asked.maker_id, person.id, ...before.map(({ person_id }) => person_id)]);
  const request = await takeRequest(trx, id);
  if (request === undefined) throw new RangeError("A request is never removed.");
  const approvals = await readApprovals(trx, id);
  // One that was marked as void can be given again.
  const own = approvals.find(({ person_id, voided_why }) => person_id === person.id && voided_why === null);
  const isSame = own !== undefined && own.decision === (decision === "approve" ? "approved" : "declined");
  if (isSame && own.subject_hash === subjectHash) return "repeated";
  if (request.state !== "waiting") throw notWaiting(request);
  if (await isExpired(trx, request)) {
    const detail = "Nobody decided in time, so this request has ended. Nothing was sent. Ask for it again.";
    throw new Problem("request_expired", detail);
  }
  if (request.maker_id === person.id) {
    const detail = "You asked for this, so somebody else decides. Nothing was changed.";
    throw new Problem("own_request", detail);
  }
  const people = await readColleagues(trx);
  requireEligible(people, person.id);
  if (subjectHash !== request.subject_hash) throw changed();
  if (own !== undefined)
    throw new Problem("not_waiting", "You have decided on this already. Nothing was changed.");
  return { request, approvals, people };
}

function requireEligible({ people, now }: Judged["people"], id: string): void {
  const person = people.find((each) => each.id === id);
  const [lack] = person === undefined ? [] : lacksOf(person, now);
  if (person === undefined || lack === undefined) return;
  const detail = `${lackWords(person, lack, env().timeZone)}. Nothing was changed.`;
  throw new Problem("not_yet_approver", detail);
}

export function requireMaker(
  { people }: Judged["people"],
  makerId: string,
  act: "create" | "keep_payees",
): void {
  const maker = people.find(({ id }) => id === makerId);
  if (maker !== undefined && !maker.isDisabled && may(maker.role, act)) return;
  const detail =
    act === "create"
      ? "The person who asked for this can’t create transfers any more. Nothing was sent. Decline it, or create it yourself."
      : "The person who asked for this can’t change payees any more. Nothing was changed. Decline it, or change the account yourself.";
  throw new Problem("request_changed", detail);
}

export function requireLastFour(
  rules: readonly string[],
  accountNumber: string,
  { lastFour }: DecisionInput,
): void {
  const isNew = rules.some((rule) => newAccountRules.includes(rule));
  if (!isNew || lastFour === accountNumber.slice(-4)) return;
  const message =
    "These aren’t the last four digits of the account. Compare it with what the recipient gave you.";
  throw new Problem("invalid_input", "Nothing was approved.", { errors: [{ path: "lastFour", message }] });
}

export function asApprover({ person }: Actor, { people }: Judged["people"]) {
  const known = people.find(({ id }) => id === person.id);
  return {
    person_id: person.id,
    person_name: person.name,
    role: person.role,
    eligible_since: known?.approvesFrom ?? null,
  };
}

export function changed(): Problem {
  const detail = "This isn’t what you looked at. Nothing was changed. Reload the page, and look again.";
  return new Problem("request_changed", detail);
}

function notWaiting({ state }: RequestRow): Problem {
  const words = { approved: "was approved", declined: "was declined", withdrawn: "was withdrawn" };
  const what = state === "expired" || state === "waiting" ? "has ended" : words[state];
  return new Problem("not_waiting", `This ${what} already. Nothing was changed. Reload the page.`);
}
