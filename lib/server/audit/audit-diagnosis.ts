import type { AuditFault } from "#lib/contract/audit/audit";
import type { AuditRow } from "#lib/server/tables/audit-rows";
import type { Db } from "#lib/server/tables/schema";
import { auditHash } from "./audit-hash";

/**
 * Invariant: says no more of a broken log than its hashes prove. A hash covers the entry's number, so one that matches
 * another number proves where the entry was.
 */

const pageSize = 500;

/** Explains the first entry whose hash doesn't match its columns. */
export async function explainBrokenHash(ledger: Db, row: AuditRow): Promise<AuditFault> {
  const { seq } = row;
  if (isNumber(row, seq - 1)) {
    const text = `Entry ${seq - 1} was inserted: the entry that is now number ${seq} was written as number ${seq - 1}.`;
    return { kind: "inserted", seq: seq - 1, text };
  }
  let after = seq;
  for (;;) {
    const page = await readAfter(ledger, after);
    for (const other of page) {
      const fault = explainByOther(row, other);
      if (fault !== undefined) return fault;
    }
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.seq;
  }
  return { kind: "changed", seq, text: `Entry ${seq} was changed: its hash does not match its content.` };
}

function explainByOther(row: AuditRow, other: AuditRow): AuditFault | undefined {
  const { seq } = row;
  const isFromThere = isNumber(row, other.seq);
  const isFromHere = isNumber(other, seq);
  if ((isFromThere && isFromHere) || areContentsExchanged(row, other)) {
    const text = `Entries ${seq} and ${other.seq} were swapped: each matches the hash in the other’s place.`;
    return { kind: "swapped", seq, text };
  }
  if (isFromThere) {
    const text = `Entry ${seq} was removed: the entry there now was written as number ${other.seq}.`;
    return { kind: "removed", seq, text };
  }
  if (isFromHere) {
    const text = `Entry ${seq} was inserted: the entry that was written under this number is number ${other.seq} now.`;
    return { kind: "inserted", seq, text };
  }
  return undefined;
}

function isNumber(row: AuditRow, seq: number): boolean {
  return auditHash({ ...row, seq }) === row.hash;
}

/** The contents were swapped; numbers and hashes stayed. */
function areContentsExchanged(row: AuditRow, other: AuditRow): boolean {
  const fits = (content: AuditRow, { seq, previous_hash, hash }: AuditRow) =>
    auditHash({ ...content, seq, previous_hash }) === hash;
  return fits(other, row) && fits(row, other);
}

/**
 * Explains an entry that is intact and doesn't follow from the one before. One of the two was rewritten with its hash; the
 * next entry, or the head, still has the old hash.
 */
export async function explainForeignPrevious(ledger: Db, row: AuditRow): Promise<AuditFault> {
  const { seq } = row;
  const [next] = await readAfter(ledger, seq, 1);
  const head = await ledger.selectFrom("audit_head").select("hash").where("id", "=", 1).executeTakeFirst();
  const known = next === undefined ? head?.hash : next.previous_hash;
  const rewritten = known === row.hash && seq > 1 ? seq - 1 : seq;
  const witness = rewritten === seq ? seq - 1 : seq;
  const reason =
    witness === 0
      ? "the first entry follows from none"
      : `entry ${witness} does not fit the hash that it has now`;
  const text = `Entry ${rewritten} was changed and its hash recomputed: ${reason}.`;
  return { kind: "changed", seq: rewritten, text };
}

function readAfter(ledger: Db, seq: number, limit = pageSize): Promise<AuditRow[]> {
  return ledger
    .selectFrom("audit_log")
    .selectAll()
    .where("seq", ">", seq)
    .orderBy("seq")
    .limit(limit)
    .execute();
}
