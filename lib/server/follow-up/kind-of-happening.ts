import type { WebhookEventKind } from "#lib/contract/webhooks/kinds";
import type { HappeningRow } from "#lib/server/tables/insight-rows";
import { submissions, type TransferStatus } from "#lib/transfer/transfer-status";

/**
 * As what a happening is told. `undefined`: as nothing; that a transfer is being sent is no news to anybody else. What
 * follows from a report of the service is `status_reported`, also where it proves that the transfer exists.
 */
export function kindOfHappening({
  kind,
  from_status,
  to_status,
}: Pick<HappeningRow, "kind" | "from_status" | "to_status">): WebhookEventKind | undefined {
  if (kind !== null) return kind;
  if (from_status === null) return "transfer.created";
  // Only the first report of paid is news then.
  if (from_status === to_status) return "transfer.status_reported";
  if (to_status === "recorded" || to_status === "dispatching") return undefined;
  if (to_status === "rejected") return "transfer.rejected";
  if (to_status === "unknown") return "transfer.unknown";
  // From a report it comes back when callbacks are read again.
  return to_status === "accepted" && isSubmission(from_status)
    ? "transfer.accepted"
    : "transfer.status_reported";
}

export function isSubmission(status: TransferStatus): status is (typeof submissions)[number] {
  return submissions.some((submission) => submission === status);
}
