import "server-only";
import { createHash } from "node:crypto";
import type { AuditRow } from "#lib/server/tables/schema";

/**
 * Invariant: the hash covers every other column and can be computed again from the row alone. It is the SHA-256, in
 * small hexadecimal digits, of the UTF-8 of a JSON list without spaces: `"audit-1"`, then seq, at, actor_id, actor_name,
 * address, user_agent, action, record_kind, record_id, detail and previous_hash, as numbers, text or null. An entry that
 * covers something is `"audit-2"`, and has the hash of what it covers between detail and previous_hash.
 */

/** What stands in the place of the hash before the first entry. */
export const firstPreviousHash = "0".repeat(64);

/** The hash that belongs to an entry. The number of the version leads, so that another recipe can never be mistaken. */
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
