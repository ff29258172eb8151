import "server-only";
import { randomUUID } from "node:crypto";
import { appendAudit } from "#lib/server/audit/audit";
import { theDashboard } from "#lib/server/audit/cover";
import { payeeLine } from "#lib/server/audit/cover-hash";
import { inTransaction } from "#lib/server/audit/transaction";
import type { Db } from "#lib/server/tables/schema";

/** Invariant: a version's key and its line are one transaction, so this can be killed at any time. */

const atOnce = 500;

/** Covers the accounts that were saved before the cover came. Returns how many. */
export async function coverOldPayees(ledger: Db): Promise<number> {
  let covered = 0;
  for (;;) {
    const page = await coverPage(ledger);
    if (page === 0) return covered;
    covered += page;
  }
}

async function coverPage(ledger: Db): Promise<number> {
  const waiting = await ledger
    .selectFrom("payee_versions")
    .select(["payee_id", "n"])
    .where("cover_key", "=", "")
    .orderBy("payee_id")
    .orderBy("n")
    .limit(atOnce)
    .execute();
  if (waiting.length === 0) return 0;
  await inTransaction(ledger, async (trx) => {
    const lines: string[] = [];
    for (const { payee_id, n } of waiting) {
      const row = await trx
        .updateTable("payee_versions")
        .set({ cover_key: randomUUID() })
        .where("payee_id", "=", payee_id)
        .where("n", "=", n)
        .where("cover_key", "=", "")
        .returningAll()
        .executeTakeFirst();
      // Another server may have covered it meanwhile.
      if (row !== undefined) lines.push(payeeLine(row));
    }
    if (lines.length === 0) return;
    const detail = { events: "0", transfers: "0", payeeAccounts: `${lines.length}` };
    await appendAudit(trx, { ...theDashboard, action: "ledger_covered", recordId: null, detail }, lines);
  });
  return waiting.length;
}
