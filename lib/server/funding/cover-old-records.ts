import "server-only";
import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { appendAudit } from "#lib/server/audit/audit";
import { theDashboard } from "#lib/server/audit/cover";
import { type RecordRecipe, recordLine } from "#lib/server/audit/cover-hash";
import { inTransaction } from "#lib/server/audit/transaction";
import type { PayLinkRow } from "#lib/server/tables/passing-rows";
import type { PayeeRow } from "#lib/server/tables/payee-rows";
import type { Db, Trx } from "#lib/server/tables/schema";

/** Invariant: a record's key and its line are one transaction, so this can be killed at any time. */

const atOnce = 500;
const waiting = { payees: "name-1", pay_links: "link-1" } as const satisfies Record<string, RecordRecipe>;

/** Covers the payees' names and the payers' links of before the cover came. Returns how many. */
export async function coverOldRecords(ledger: Db): Promise<number> {
  let covered = 0;
  for (const table of ["payees", "pay_links"] as const) {
    for (;;) {
      const page = await inTransaction(ledger, (trx) => coverPage(trx, table));
      covered += page;
      if (page === 0) break;
    }
  }
  return covered;
}

async function coverPage(trx: Trx, table: keyof typeof waiting): Promise<number> {
  const found = await trx
    .selectFrom(table)
    .select("id")
    .where("cover_key", "=", "")
    .orderBy("id")
    .limit(atOnce)
    .execute();
  const lines: string[] = [];
  for (const { id } of found) {
    const row: Selectable<PayeeRow> | Selectable<PayLinkRow> | undefined = await trx
      .updateTable(table)
      .set({ cover_key: randomUUID() })
      .where("id", "=", id)
      .where("cover_key", "=", "")
      .returningAll()
      .executeTakeFirst();
    // Another server may have covered it meanwhile.
    if (row !== undefined) lines.push(lineOf(row));
  }
  if (lines.length === 0) return 0;
  const detail = { events: "0", transfers: "0", records: `${lines.length}` };
  await appendAudit(trx, { ...theDashboard, action: "ledger_covered", recordId: null, detail }, lines);
  return lines.length;
}

function lineOf(row: PayeeRow | PayLinkRow): string {
  return "token_hash" in row ? recordLine("link-1", row) : recordLine("name-1", row);
}
