import "server-only";
import { isIP } from "node:net";
import { type AuditAction, type AuditDetail, auditActions } from "#lib/contract/audit/audit-actions";
import type { AuditRow } from "#lib/server/tables/audit-rows";
import type { Trx } from "#lib/server/tables/schema";
import { auditHash } from "./audit-hash";
import { linesHash } from "./cover-hash";

/**
 * Invariant: an entry is written in the transaction of its act, so neither exists without the other. Each has the hash of
 * the one before, and the head lets in one writer at a time, so there are no gaps.
 */

export type AuditOrigin = {
  /** The name is their e-mail at that time. `null`: the dashboard, a command, or somebody unknown. */
  actor: { id: string; name: string } | null;
  /** Of the request; anything that is not an IP address is stored as unknown. */
  address: string | null;
  /** The first 200 characters of the `User-Agent` are kept. */
  userAgent: string | null;
};

type Act<Action extends AuditAction> = {
  action: Action;
  /** Our ID of the record that it touched. Its kind follows from the action. */
  recordId: (typeof auditActions)[Action]["record"] extends null ? null : string | null;
  detail: AuditDetail<Action>;
};
export type AuditEntry = AuditOrigin & { [Action in AuditAction]: Act<Action> }[AuditAction];

/**
 * Call it last in the act's transaction: until the commit every other audited act waits. It seals what the transaction has
 * covered. On SQLite, write before you read, or call this first. Throws `RangeError` for a fact that the log must not hold.
 */
export async function appendAudit(
  trx: Trx,
  entry: AuditEntry,
  lines: readonly string[] = takeLines(trx),
): Promise<void> {
  const cover = lines.join("\n");
  const content = { ...contentOf(entry), ...(lines.length > 0 && { cover: linesHash(cover) }) };
  const head = await trx
    .updateTable("audit_head")
    .set(({ eb }) => ({ seq: eb("seq", "+", 1) }))
    .where("id", "=", 1)
    .returning(["seq", "hash"])
    .executeTakeFirstOrThrow();
  const row = { seq: head.seq, at: new Date().toISOString(), ...content, previous_hash: head.hash };
  const hash = auditHash(row);
  await trx
    .insertInto("audit_log")
    .values({ ...row, hash })
    .execute();
  if (lines.length > 0)
    await trx.insertInto("audit_covers").values({ seq: head.seq, lines: cover }).execute();
  const moved = await trx
    .updateTable("audit_head")
    .set({ hash })
    .where("id", "=", 1)
    .where("seq", "=", head.seq)
    .where("hash", "=", head.hash)
    .executeTakeFirst();
  if (moved.numUpdatedRows !== 1n) throw new Error("Two writers held the head of the audit log at once.");
}

type Content = Omit<AuditRow, "seq" | "at" | "cover" | "previous_hash" | "hash">;

function contentOf({ actor, address, userAgent, action, recordId, detail }: AuditEntry): Content {
  return {
    actor_id: actor === null ? null : checkId(actor.id),
    actor_name: actor === null ? null : clean(actor.name, 320),
    address: address !== null && isIP(address) !== 0 ? address : null,
    user_agent: userAgent === null ? null : clean(userAgent, 200),
    action,
    record_kind: recordId === null ? null : auditActions[action].record,
    record_id: recordId === null ? null : checkId(recordId),
    detail: canonicalDetail(action, detail),
  };
}

function checkId(id: string): string {
  if (/^[\w.-]{1,128}$/.test(id)) return id;
  throw new RangeError("The audit log takes IDs of letters, digits, _ . and - alone.");
}

/** Replaces what one engine can't store, or would return differently from what was hashed. */
function clean(text: string, length: number): string {
  const kept = [...text.slice(0, length * 2)].slice(0, length).join("");
  return kept.replace(/[\p{Cc}\p{Cs}]/gu, "\ufffd");
}

/** Checks at run time what the types promise: only known facts. */
function canonicalDetail(action: AuditAction, detail: object): string {
  const parsed = auditActions[action].detail.safeParse(detail);
  if (!parsed.success) {
    const names = parsed.error.issues.map(({ path }) => path.join(".") || "a fact that is not known");
    throw new RangeError(`The audit log does not take this detail of ${action}: ${names.join(", ")}.`);
  }
  const facts = Object.entries<string | boolean | undefined>(parsed.data).filter(
    ([, value]) => value !== undefined,
  );
  return JSON.stringify(Object.fromEntries(facts.sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** What a transaction has covered: its next entry carries it. */
const collected = new WeakMap<Trx, string[]>();

/** Makes lines wait; the caller must write an entry for what is left over. */
export function collectLines(trx: Trx): void {
  collected.set(trx, []);
}

/** Returns false when nobody would write the entry. */
export function leaveLines(trx: Trx, lines: readonly string[]): boolean {
  const waiting = collected.get(trx);
  waiting?.push(...lines);
  return waiting !== undefined;
}

export function takeLines(trx: Trx): string[] {
  return collected.get(trx)?.splice(0) ?? [];
}
