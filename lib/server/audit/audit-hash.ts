import { createHash } from "node:crypto";
import type { AuditRow } from "#lib/server/tables/audit-rows";

/**
 * Invariant: the hash covers every other column: SHA-256, in lower-case hex, of a JSON list without spaces in UTF-8. The
 * list is `"audit-1"`, seq, at, actor_id, actor_name, address, user_agent, action, record_kind, record_id, detail,
 * previous_hash. With a cover it is `"audit-2"`, and cover follows detail.
 */

export const firstPreviousHash = "0".repeat(64);

/** The recipe's name comes first, so that no other can be mistaken for it. */
export function auditHash(row: Omit<AuditRow, "hash" | "cover"> & { cover?: string | null }): string {
  const content = JSON.stringify([
    row.cover == null ? "audit-1" : "audit-2",
    row.seq,
    row.at,
    row.actor_id,
    row.actor_name,
    row.address,
    row.user_agent,
    row.action,
    row.record_kind,
    row.record_id,
    row.detail,
    ...(row.cover == null ? [] : [row.cover]),
    row.previous_hash,
  ]);
  return createHash("sha256").update(content, "utf8").digest("hex");
}
