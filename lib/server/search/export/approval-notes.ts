import { hook } from "#lib/server/config/hook";
import type { Db } from "#lib/server/tables/schema";

/** What an export says of the approvals of a transfer, in words; moments are ISO 8601 in UTC. */
export type ApprovalNotes = {
  /** Why it waited. */
  why: string;
  askedAt: string;
  /** Each with its time; one that counts no more says why. */
  approvedBy: string | null;
  declinedBy: string | null;
  declinedWhy: string | null;
  /** Of the last decision, or of what else ended it; null while it waits. */
  decidedAt: string | null;
};

/** By the transfer's ID, for those that were ever asked for. A feature knows why something waits. */
export const approvalNotes =
  hook<(ledger: Db, transferIds: readonly string[]) => Promise<Map<string, ApprovalNotes>>>("approval-notes");
