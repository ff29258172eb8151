import { calledName } from "#lib/server/database/person-name";
import type { ApprovalNotes } from "#lib/server/search/export/approval-notes";
import type { ApprovalRow } from "#lib/server/tables/controls/control-rows";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db } from "#lib/server/tables/schema";
import { whyOf } from "../find-approvals";

/** With the names that people have now. */
export async function exportNotes(
  ledger: Db,
  transferIds: readonly string[],
): Promise<Map<string, ApprovalNotes>> {
  const requests =
    transferIds.length === 0
      ? []
      : await ledger
          .selectFrom("requests")
          .selectAll()
          .where("kind", "=", "transfer")
          .where(isOneOf(ledger, "subject_id", transferIds))
          .orderBy("asked_at")
          .execute();
  const decisions = await readDecisions(
    ledger,
    requests.map(({ id }) => id),
  );
  return new Map(
    requests.map((request) => {
      const own = decisions.filter(({ request_id }) => request_id === request.id);
      const approved = own.filter(({ decision }) => decision === "approved").map(approvalWords);
      const declined = own.find(({ decision }) => decision === "declined");
      return [
        request.subject_id,
        {
          why: whyOf(request),
          askedAt: request.asked_at,
          approvedBy: approved.length === 0 ? null : approved.join("; "),
          declinedBy: declined?.name ?? null,
          declinedWhy: request.reason?.replace(/\s+/g, " ") ?? null,
          decidedAt: request.ended_at,
        },
      ];
    }),
  );
}

type Decision = ApprovalRow & { name: string };

function readDecisions(ledger: Db, requestIds: readonly string[]): Promise<Decision[]> {
  if (requestIds.length === 0) return Promise.resolve([]);
  return ledger
    .selectFrom("approvals")
    .innerJoin("people", "people.id", "approvals.person_id")
    .selectAll("approvals")
    .select(calledName().$notNull().as("name"))
    .where(isOneOf(ledger, "request_id", requestIds))
    .orderBy("at")
    .orderBy("approvals.id")
    .execute();
}

function approvalWords({ name, at, voided_why }: Decision): string {
  return `${name} at ${at}${voided_why === null ? "" : ` (void: ${voided_why})`}`;
}
