import { setImmediate } from "node:timers/promises";
import type { EvidenceInput } from "#lib/features/controls/controls-api";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { requireStillAllowed } from "#lib/server/auth/require-actor";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { type Part, streamExport } from "#lib/server/search/export/stream-export";
import type { RequestRow } from "#lib/server/tables/controls/control-rows";
import type { Db } from "#lib/server/tables/schema";
import { endOfDay, startOfDay } from "#lib/text/zone-day";
import { evidenceWriter } from "./evidence-csv";
import { readEvidence } from "./read-evidence";

/** Invariant: every request that was asked for in these days is a line, whatever became of it, oldest first. The last row has the count. */

const pageSize = 50;

/** Of whole days, both included; the audit log has the file's hash. Throws as `streamExport` does. */
export async function exportEvidence(
  { from, to }: EvidenceInput,
  actor: Actor,
): Promise<ReadableStream<Uint8Array>> {
  const ledger = await db();
  const begin = () =>
    inTransaction(ledger, async (trx) => {
      await judgeAgain(trx, actor, "read_audit", true);
      const days = {
        ...(from !== undefined && { firstDay: from }),
        ...(to !== undefined && { lastDay: to }),
      };
      const detail = { what: "approvals" as const, format: "csv" as const, ...days };
      await appendAudit(trx, { ...originOf(actor), action: "export_made", recordId: null, detail });
    });
  return streamExport(ledger, actor, partsOf(ledger, { from, to }, actor), { begin, isEvidence: true });
}

async function* partsOf(ledger: Db, days: EvidenceInput, actor: Actor): AsyncGenerator<Part> {
  const writer = evidenceWriter(await mostDecisions(ledger, days));
  const encoder = new TextEncoder();
  let rows = 0;
  let last: RequestRow | undefined;
  yield { bytes: encoder.encode(writer.head()), rows };
  do {
    // SQLite answers at once: without this pause nobody else would have a turn.
    await setImmediate();
    await requireStillAllowed(actor, "read_audit");
    const page = await findPage(ledger, days, last);
    rows += page.length;
    last = page.length < pageSize ? undefined : page.at(-1);
    if (page.length > 0) yield { bytes: encoder.encode(writer.rows(await readEvidence(ledger, page))), rows };
  } while (last !== undefined);
  yield { bytes: encoder.encode(writer.end(rows)), rows };
}

function requestsOf(ledger: Db, { from, to }: EvidenceInput) {
  const { timeZone } = env();
  return ledger
    .selectFrom("requests")
    .$if(from !== undefined, (query) => query.where("asked_at", ">=", startOfDay(from ?? "", timeZone)))
    .$if(to !== undefined, (query) => query.where("asked_at", "<", endOfDay(to ?? "", timeZone)));
}

/** At least one, so that every file shows what a decision is. */
async function mostDecisions(ledger: Db, days: EvidenceInput): Promise<number> {
  const row = await requestsOf(ledger, days)
    .innerJoin("approvals", "approvals.request_id", "requests.id")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .groupBy("requests.id")
    .orderBy("count", "desc")
    .limit(1)
    .executeTakeFirst();
  return Math.max(1, Number(row?.count ?? 0));
}

function findPage(ledger: Db, days: EvidenceInput, after: RequestRow | undefined): Promise<RequestRow[]> {
  return requestsOf(ledger, days)
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("asked_at", "id"), ">", tuple(after?.asked_at ?? "", after?.id ?? "")),
      ),
    )
    .orderBy("asked_at")
    .orderBy("id")
    .limit(pageSize)
    .execute();
}
