import type { WebhookEventKind } from "#lib/contract/outbox/event-kinds";
import type { HappeningRow } from "#lib/server/tables/delivery-rows";
import { submissions, type TransferStatus } from "#lib/transfer/transfer-status";

type Happened = Pick<HappeningRow, "kind" | "from_status" | "to_status">;

/**
 * As what a happening is told, in order. As nothing: that one is being sent is no news to anybody else. One that waits for an
 * approval is created, for others, once it is approved: whoever hears of a creation may take it for sent. What follows from a
 * report of the service is `status_reported`, also where it proves that the transfer exists.
 */
export function kindsOfHappening(happened: Happened, hasWaited: boolean): readonly WebhookEventKind[] {
  const { kind, from_status, to_status } = happened;
  if (kind !== null) return [kind];
  if (from_status === null) return hasWaited ? [] : ["transfer.created"];
  // Only the first report of paid is news then.
  if (from_status === to_status) return ["transfer.status_reported"];
  if (to_status === "dispatching")
    return from_status === "awaiting_approval" ? ["transfer.approved", "transfer.created"] : [];
  if (to_status === "recorded") return [];
  // From a report it comes back when callbacks are read again.
  if (to_status === "accepted" && isSubmission(from_status)) return ["transfer.accepted"];
  return [kindsOfStatus[to_status] ?? "transfer.status_reported"];
}

const kindsOfStatus: Partial<Record<TransferStatus, WebhookEventKind>> = {
  awaiting_approval: "transfer.waiting",
  declined: "transfer.declined",
  rejected: "transfer.rejected",
  unknown: "transfer.unknown",
};

export function isSubmission(status: TransferStatus): status is (typeof submissions)[number] {
  return submissions.some((submission) => submission === status);
}
