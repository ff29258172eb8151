import { setImmediate } from "node:timers/promises";
import type { AuditFault, AuditVerification } from "#lib/contract/audit/audit";
import { once } from "#lib/server/config/once";
import { db } from "#lib/server/database/db";
import type { AuditHeadRow, AuditRow } from "#lib/server/tables/audit-rows";
import type { Db } from "#lib/server/tables/schema";
import { explainBrokenHash, explainForeignPrevious } from "./audit-diagnosis";
import { auditHash, firstPreviousHash } from "./audit-hash";
import { linesHash } from "./cover-hash";

/**
 * Invariant: reads only, a page at a time. Whoever can write the whole database can recompute every hash: only a number and
 * hash that were noted elsewhere detect that.
 */

const pageSize = 500;

/** Written down outside of this database. */
export type NotedEntry = { seq: number; hash: string };

type Last = Pick<AuditHeadRow, "seq" | "hash">;

/**
 * Stops at the first entry that was changed, removed, inserted or swapped. Entries written meanwhile are read as well. A
 * noted entry must still have its hash.
 */
export async function verifyAudit(ledger: Db, noted?: NotedEntry): Promise<AuditVerification> {
  const checkedAt = new Date().toISOString();
  let last: Last = { seq: 0, hash: firstPreviousHash };
  const result = (fault: AuditFault | null): AuditVerification => ({
    checkedAt,
    entries: last.seq,
    lastHash: last.hash,
    fault,
  });
  for (;;) {
    const rows = await readAfter(ledger, last.seq);
    for (const row of rows) {
      const fault =
        (await faultOf(ledger, row, last)) ?? notedFault(row, noted) ?? (await coverFault(ledger, row));
      if (fault !== undefined) return result(fault);
      last = row;
    }
    if (rows.length === 0) {
      const head = await readHead(ledger);
      // An entry and the head are committed together, so a head that ran ahead has rows to read.
      const isMoving = head !== undefined && head.seq > last.seq && (await hasAfter(ledger, last.seq));
      if (!isMoving) return result(endFault(head, last) ?? missingNoted(last.seq, noted) ?? null);
    }
    // SQLite answers without a pause; other requests need a turn.
    await setImmediate();
  }
}

/** Callers during a run get its answer. */
export function verifyOwnAudit(): Promise<AuditVerification> {
  const holder = once<{ running?: Promise<AuditVerification> | undefined }>("audit-verification", () => ({}));
  holder.running ??= db()
    .then((ledger) => verifyAudit(ledger))
    .finally(() => {
      holder.running = undefined;
    });
  return holder.running;
}

/** At the start also those below 1, which nobody has written. */
function readAfter(ledger: Db, seq: number): Promise<AuditRow[]> {
  const rows = ledger.selectFrom("audit_log").selectAll().orderBy("seq").limit(pageSize);
  return (seq === 0 ? rows : rows.where("seq", ">", seq)).execute();
}

async function hasAfter(ledger: Db, seq: number): Promise<boolean> {
  const next = ledger.selectFrom("audit_log").select("seq").where("seq", ">", seq).limit(1);
  return (await next.executeTakeFirst()) !== undefined;
}

function readHead(ledger: Db) {
  return ledger.selectFrom("audit_head").select(["seq", "hash"]).where("id", "=", 1).executeTakeFirst();
}

async function faultOf(ledger: Db, row: AuditRow, last: Last): Promise<AuditFault | undefined> {
  const expected = last.seq + 1;
  if (row.seq < expected) {
    const text = `Entry ${row.seq} was inserted: entries are counted from 1.`;
    return { kind: "inserted", seq: row.seq, text };
  }
  if (row.seq > expected) return removed(expected, row.seq - 1, "the count leaps.");
  if (auditHash(row) !== row.hash) return explainBrokenHash(ledger, row);
  if (row.previous_hash !== last.hash) return explainForeignPrevious(ledger, row);
  return undefined;
}

async function coverFault(ledger: Db, { seq, cover }: AuditRow): Promise<AuditFault | undefined> {
  if (cover == null) return undefined;
  const covered = ledger.selectFrom("audit_covers").select("lines").where("seq", "=", seq);
  const lines = (await covered.executeTakeFirst())?.lines;
  if (lines !== undefined && linesHash(lines) === cover) return undefined;
  const what = lines === undefined ? "is gone" : "was changed";
  return {
    kind: "changed",
    seq,
    text: `Entry ${seq} was changed: the list of the events that it seals ${what}.`,
  };
}

function removed(first: number, last: number, reason: string): AuditFault {
  const which = first === last ? `Entry ${first} was removed` : `Entries ${first} to ${last} were removed`;
  return { kind: "removed", seq: first, text: `${which}: ${reason}` };
}

/** The head alone knows of entries that are missing at the end. */
function endFault(head: Last | undefined, last: Last): AuditFault | undefined {
  const { seq } = last;
  if (head === undefined) {
    const text = `The record of the log’s end was removed, so we can’t tell whether entry ${seq} is the last one written.`;
    return { kind: "removed", seq, text };
  }
  const isSameHash = head.hash === last.hash;
  if (head.seq === seq && isSameHash) return undefined;
  if (head.seq !== seq && isSameHash) {
    const text = `The record of the log’s end was changed: it counts ${head.seq} entries, and has the hash of entry ${seq}.`;
    return { kind: "changed", seq, text };
  }
  if (head.seq > seq) {
    return removed(seq + 1, head.seq, `the dashboard wrote ${head.seq} entries, and ${seq} are there.`);
  }
  if (head.seq < seq) {
    const text = `Entry ${head.seq + 1} was inserted: the dashboard wrote ${head.seq} entries, and ${seq} are there.`;
    return { kind: "inserted", seq: head.seq + 1, text };
  }
  const text = `Entry ${seq} was changed and its hash recomputed, or the record of the log’s end was changed: their hashes differ.`;
  return { kind: "changed", seq, text };
}

function notedFault(row: AuditRow, noted: NotedEntry | undefined): AuditFault | undefined {
  if (noted === undefined || row.seq !== noted.seq || row.hash === noted.hash) return undefined;
  const text = `Entry ${row.seq} or one before it was changed and every hash recomputed: it does not have the hash that was noted.`;
  return { kind: "changed", seq: row.seq, text };
}

function missingNoted(lastSeq: number, noted: NotedEntry | undefined): AuditFault | undefined {
  if (noted === undefined || noted.seq <= lastSeq) return undefined;
  return removed(lastSeq + 1, noted.seq, `entry ${noted.seq} was noted, and ${lastSeq} are there.`);
}
