import { setImmediate } from "node:timers/promises";
import { isAsset } from "#lib/contract/audit/audit-facts";
import type { CheckedExportInput, TransferFilters } from "#lib/contract/transfer-list";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { requireStillAllowed } from "#lib/server/auth/require-actor";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { readWithFacts } from "#lib/server/ledger/transfers";
import { planPages } from "#lib/server/search/page-plan";
import type { Place } from "#lib/server/search/transfer-lists";
import { findPage } from "#lib/server/search/transfer-pages";
import type { Db } from "#lib/server/tables/schema";
import { daysAsked } from "#lib/text/zone-day";
import { type ExportLine, toLines, transfersFile } from "./export-columns";
import { partsOf } from "./file-parts";
import { streamExport } from "./stream-export";

/** Invariant: each page is read only while the person still may. The last row has the count; without it, the export broke. */

const pageSize = 100;

/**
 * A file with full account numbers, newest first. Transfers created meanwhile are not in it. Throws `too_many_requests` during
 * another export of the same person.
 */
export async function exportTransfers(
  { format, ...filters }: CheckedExportInput,
  actor: Actor,
): Promise<ReadableStream<Uint8Array>> {
  const ledger = await db();
  const { timeZone } = env();
  const parts = partsOf(format, readPages(ledger, filters, actor), transfersFile(timeZone), timeZone);
  return streamExport(ledger, actor, parts, {
    begin: () => recordStart(ledger, { format, ...filters }, actor),
  });
}

type Pages = AsyncGenerator<ExportLine[]>;

async function* readPages(ledger: Db, filters: TransferFilters, actor: Actor): Pages {
  const plan = await planPages(ledger, filters);
  let after: Place | null = null;
  do {
    // SQLite answers at once: without this pause nobody else would have a turn.
    await setImmediate();
    await requireStillAllowed(actor, "export");
    const page = await findPage(ledger, plan, pageSize, after ?? undefined);
    yield await toLines(ledger, await readWithFacts(ledger, page.ids));
    after = page.next;
  } while (after !== null);
}

async function recordStart(ledger: Db, input: CheckedExportInput, actor: Actor): Promise<void> {
  const { format, q, status, asset, attention, reason } = input;
  const { from, to } = daysAsked(input, Date.now(), env().timeZone);
  const detail = {
    what: "transfers" as const,
    format,
    ...(status !== undefined && { status }),
    ...(isAsset(asset) && { asset }),
    ...(from !== undefined && { firstDay: from }),
    ...(to !== undefined && { lastDay: to }),
    ...(q !== undefined && { isSearch: true }),
    ...((attention ?? reason) !== undefined && { isAttentionOnly: true }),
  };
  await inTransaction(ledger, async (trx) => {
    await judgeAgain(trx, actor, "export", true);
    await appendAudit(trx, { ...originOf(actor), action: "export_made", recordId: null, detail });
  });
}
