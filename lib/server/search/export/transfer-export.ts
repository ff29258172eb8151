import { setImmediate } from "node:timers/promises";
import { isAsset } from "#lib/contract/audit/audit-facts";
import { Problem } from "#lib/contract/problem";
import type { CheckedExportInput, ExportFormat, TransferFilters } from "#lib/contract/transfer-list";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { requireStillAllowed } from "#lib/server/auth/require-actor";
import { env } from "#lib/server/config/env";
import { once } from "#lib/server/config/once";
import { db } from "#lib/server/database/db";
import { readWithFacts } from "#lib/server/ledger/transfers";
import { log } from "#lib/server/observe/log";
import { planPages } from "#lib/server/search/page-plan";
import type { Place } from "#lib/server/search/transfer-lists";
import { findPage } from "#lib/server/search/transfer-pages";
import type { Db } from "#lib/server/tables/schema";
import { daysAsked } from "#lib/text/zone-day";
import { type ExportLine, toLines } from "./export-columns";
import { csvWriter } from "./transfer-csv";
import { writeWorkbook } from "./transfer-workbook";

/**
 * Invariant: an export is in the audit log before its first byte leaves, and reads its next page only when the last was
 * taken and its person still may. Its last row has the count; without it, the export broke.
 */

const pageSize = 100;
/** Whoever takes nothing for so long has gone, even where nobody said so. */
const takenWithinMs = 60_000;

/**
 * A file with full account numbers, newest first. Transfers created meanwhile are not in it. Throws `too_many_requests` during
 * another export of the same person.
 */
export async function exportTransfers(
  { format, ...filters }: CheckedExportInput,
  actor: Actor,
): Promise<ReadableStream<Uint8Array>> {
  const ledger = await db();
  const running = once("exports", () => new Set<string>());
  if (running.has(actor.person.id))
    throw new Problem(
      "too_many_requests",
      "One of your exports is still running. Wait for it, or cancel it.",
      {
        retryAfterSeconds: 5,
      },
    );
  running.add(actor.person.id);
  try {
    const parts = writers[format](readPages(ledger, filters, actor));
    await recordStart(ledger, { format, ...filters }, actor);
    return streamOf(parts, async (rows, isWhole) => {
      running.delete(actor.person.id);
      await recordEnd(ledger, actor, rows, isWhole);
    });
  } catch (error) {
    running.delete(actor.person.id);
    throw error;
  }
}

/** `rows`: how many were read until then. */
type Part = { bytes: Uint8Array; rows: number };
type Pages = AsyncGenerator<ExportLine[]>;

const writers: Record<ExportFormat, (pages: Pages) => AsyncGenerator<Part>> = {
  csv: async function* csv(pages) {
    const writer = csvWriter(env().timeZone);
    const encoder = new TextEncoder();
    let rows = 0;
    yield { bytes: encoder.encode(writer.head()), rows };
    for await (const page of pages) {
      rows += page.length;
      if (page.length > 0) yield { bytes: encoder.encode(writer.rows(page)), rows };
    }
    yield { bytes: encoder.encode(writer.end(rows)), rows };
  },
  xlsx: async function* xlsx(pages) {
    let rows = 0;
    async function* counted() {
      for await (const page of pages) {
        rows += page.length;
        yield page;
      }
    }
    for await (const bytes of writeWorkbook(counted(), env().timeZone)) yield { bytes, rows };
  },
};

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

/** Reads a part when the last one was taken. `onEnd` hears once how many rows were read, and whether all were. */
function streamOf(
  parts: AsyncGenerator<Part>,
  onEnd: (rows: number, isWhole: boolean) => Promise<void>,
): ReadableStream<Uint8Array> {
  let rows = 0;
  let hasEnded = false;
  let waiting: NodeJS.Timeout | undefined;
  const end = async (isWhole: boolean) => {
    if (hasEnded) return;
    hasEnded = true;
    clearTimeout(waiting);
    await onEnd(rows, isWhole).catch((error: unknown) => {
      log().error({ name: error instanceof Error ? error.name : "unknown" }, "end of an export not recorded");
    });
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(waiting);
        try {
          const { value, done } = await parts.next();
          // Its reader may have left while the page was read.
          if (hasEnded) return;
          if (done === true) {
            await end(true);
            return controller.close();
          }
          rows = value.rows;
          controller.enqueue(value.bytes);
          waiting = setTimeout(() => {
            controller.error(new Error("Nobody takes this export."));
            void end(false).then(() => parts.return(undefined));
          }, takenWithinMs).unref();
        } catch (error) {
          log().error({ name: error instanceof Error ? error.name : "unknown", rows }, "export broken off");
          await end(false);
          controller.error(error);
        }
      },
      async cancel() {
        await end(false);
        await parts.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
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

async function recordEnd(ledger: Db, actor: Actor, rows: number, isWhole: boolean): Promise<void> {
  const detail = { rows: `${Math.min(rows, 9_999_999)}`, isWhole };
  await inTransaction(ledger, (trx) =>
    appendAudit(trx, { ...originOf(actor), action: "export_ended", recordId: null, detail }),
  );
}
