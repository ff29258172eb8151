import "server-only";
import { setImmediate } from "node:timers/promises";
import { isAsset } from "#lib/contract/audit/audit-facts";
import { Problem } from "#lib/contract/problem";
import type { TransferExportInput } from "#lib/contract/transfer-list";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { requireStillAllowed } from "#lib/server/auth/require-actor";
import { env } from "#lib/server/config/env";
import { once } from "#lib/server/config/once";
import { db } from "#lib/server/database/db";
import { readTransfers } from "#lib/server/ledger/transfers";
import { log } from "#lib/server/observe/log";
import { readOtherMoney } from "#lib/server/standing/deposit-facts";
import type { Db } from "#lib/server/tables/schema";
import { csvWriter } from "./transfer-csv";
import type { Place } from "./transfer-lists";
import { findPage, planPages } from "./transfer-pages";

/**
 * Invariant: an export is in the audit log before its first byte leaves, and reads its next page only when the last was
 * taken and its person still may. Its last line has the count; without it, the export broke.
 */

const pageSize = 100;
/** Whoever takes nothing for so long has gone, even where nobody said so. */
const takenWithinMs = 60_000;

/**
 * As lines of CSV with full account numbers, newest first. Transfers created meanwhile are not in it. Throws
 * `too_many_requests` during another export of the same person.
 */
export async function exportTransfers(
  filters: TransferExportInput,
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
    const pages = readPages(ledger, filters, actor);
    await recordStart(ledger, filters, actor);
    return streamOf(pages, async (rows, isWhole) => {
      running.delete(actor.person.id);
      await recordEnd(ledger, actor, rows, isWhole);
    });
  } catch (error) {
    running.delete(actor.person.id);
    throw error;
  }
}

type Part = { text: string; rows: number };

async function* readPages(ledger: Db, filters: TransferExportInput, actor: Actor): AsyncGenerator<Part> {
  const plan = await planPages(ledger, filters);
  const csv = csvWriter(env().timeZone);
  yield { text: csv.head(), rows: 0 };
  let after: Place | null = null;
  let rows = 0;
  do {
    // SQLite answers at once: without this pause nobody else would have a turn.
    await setImmediate();
    await requireStillAllowed(actor, "export");
    const page = await findPage(ledger, plan, pageSize, after ?? undefined);
    const transfers = await readTransfers(ledger, page.ids);
    rows += transfers.length;
    const otherMoneyOf = await readOtherMoney(ledger, transfers);
    if (transfers.length > 0) yield { text: csv.rows(transfers, otherMoneyOf), rows };
    after = page.next;
  } while (after !== null);
  yield { text: csv.end(rows), rows };
}

/** Reads a part when the last one was taken. `onEnd` hears once how many rows were read, and whether all were. */
function streamOf(
  parts: AsyncGenerator<Part>,
  onEnd: (rows: number, isWhole: boolean) => Promise<void>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
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
          controller.enqueue(encoder.encode(value.text));
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

async function recordStart(ledger: Db, filters: TransferExportInput, actor: Actor): Promise<void> {
  const { q, status, asset, from, to, attention } = filters;
  const detail = {
    what: "transfers" as const,
    format: "csv" as const,
    ...(status !== undefined && { status }),
    ...(isAsset(asset) && { asset }),
    ...(from !== undefined && { firstDay: from }),
    ...(to !== undefined && { lastDay: to }),
    ...(q !== undefined && { isSearch: true }),
    ...(attention !== undefined && { isAttentionOnly: true }),
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
