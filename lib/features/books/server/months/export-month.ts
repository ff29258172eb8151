import { setImmediate } from "node:timers/promises";
import type { ExportFormat } from "#lib/contract/transfer-list";
import type { Movement } from "#lib/features/books/month-answers";
import { type MonthExportInput, rowsOfBooksFile } from "#lib/features/books/month-inputs";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { requireStillAllowed } from "#lib/server/auth/require-actor";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { inSnapshot } from "#lib/server/database/snapshot";
import { type Booked, readMovements } from "#lib/server/months/closing-hash";
import type { FileOf } from "#lib/server/search/export/export-columns";
import { partsOf } from "#lib/server/search/export/file-parts";
import { type Part, streamExport } from "#lib/server/search/export/stream-export";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db } from "#lib/server/tables/schema";
import { type BooksLine, booksFile } from "./books-file";
import { monthColumns } from "./month-columns";
import { bookedOf, withTransfers } from "./month-lists";
import { findMonth, type KnownMonth, readMonths } from "./read-months";

/** Invariant: a file is of one state of the month: where it is closed meanwhile, the file breaks off. */

/**
 * What moved in a month, as a table or for the books. Throws `not_found`, `too_many_requests` during another export of the same
 * person, and `invalid_input` for an amount that a program for the books would round.
 */
export async function exportMonth(
  month: string,
  input: MonthExportInput,
  actor: Actor,
): Promise<ReadableStream<Uint8Array>> {
  const ledger = await db();
  const known = await inSnapshot(ledger, readMonths);
  const own = findMonth(known, month);
  const booked = bookedOf(own, known);
  const { format } = input;
  const pages = readPages(ledger, { month, booked, actor });
  const parts =
    format === "csv" || format === "xlsx"
      ? partsOf(format satisfies ExportFormat, pages, fileOf(own), env().timeZone)
      : onePart(await booksText(ledger, pages, input));
  return streamExport(ledger, actor, parts, {
    isEvidence: true,
    begin: () =>
      inTransaction(ledger, async (trx) => {
        await judgeAgain(trx, actor, "export", true);
        const detail = { what: "month" as const, format, month };
        await appendAudit(trx, { ...originOf(actor), action: "export_made", recordId: null, detail });
      }),
  });
}

/** The last row of a closed month has what its hash is made of beside the lines. */
function fileOf({ month, closing }: KnownMonth): FileOf<Movement> {
  return {
    name: month,
    columns: monthColumns(env().timeZone),
    countOf: (rows) => `${rows} movements`,
    ...(closing !== null && { ending: [`sha256:${closing.hash}`, closing.figures, month] }),
  };
}

type Asked = { month: string; booked: Booked; actor: Actor };

async function* readPages(ledger: Db, { month, booked, actor }: Asked): AsyncGenerator<Movement[]> {
  for await (const rows of readMovements(ledger, booked)) {
    // SQLite answers at once: without this pause nobody else would have a turn.
    await setImmediate();
    await requireStillAllowed(actor, "export");
    yield await withTransfers(ledger, rows);
  }
  if ("closing" in booked) return;
  const closed = await ledger.selectFrom("closings").select("id").where("id", "=", month).execute();
  if (closed.length > 0) throw new Error("The month was closed while it was read.");
}

/** Payouts, and what came back of them; in naira what arrived. */
async function booksText(
  ledger: Db,
  pages: AsyncIterable<Movement[]>,
  { format, token, dates = "day_month", part = "1" }: MonthExportInput,
): Promise<string> {
  if (format === "csv" || format === "xlsx") throw new RangeError("Not a file for the books.");
  const lines: BooksLine[] = [];
  for await (const page of pages) {
    const own = page.filter((movement) => movement.token === token);
    lines.push(...(await linesOf(ledger, own)));
  }
  lines.sort((one, other) =>
    one.movement.at < other.movement.at ? -1 : Number(one.movement.at > other.movement.at),
  );
  const from = (Number.parseInt(part, 10) - 1) * rowsOfBooksFile;
  return booksFile(format, lines.slice(from, from + rowsOfBooksFile), { dates, timeZone: env().timeZone });
}

async function linesOf(ledger: Db, movements: readonly Movement[]): Promise<BooksLine[]> {
  const back = movements.filter(({ kind }) => kind === "back");
  const wasPaid = await endedAsPaid(ledger, back);
  return movements.flatMap((movement): BooksLine[] => {
    const { kind } = movement;
    if (kind === "paid" || kind === "received_withdrawn") return [{ movement, sign: "-" }];
    const isIn = kind === "received" || (kind === "back" && wasPaid(movement));
    return isIn ? [{ movement, sign: "" }] : [];
  });
}

/** Whether what is open again had been reported paid. */
async function endedAsPaid(ledger: Db, back: readonly Movement[]): Promise<(movement: Movement) => boolean> {
  if (back.length === 0) return () => false;
  const ids = [...new Set(back.map(({ transferId }) => transferId))];
  const ends = await ledger
    .selectFrom("movements")
    .select(["transfer_id", "seq", "kind"])
    .where(isOneOf(ledger, "transfer_id", ids))
    .where("kind", "in", ["paid", "failed", "never"])
    .orderBy("seq")
    .execute();
  return ({ transferId, seq }) =>
    ends.findLast((end) => end.transfer_id === transferId && Number(end.seq) < seq)?.kind === "paid";
}

async function* onePart(text: string): AsyncGenerator<Part> {
  yield { bytes: new TextEncoder().encode(text), rows: Math.max(0, text.split("\r\n").length - 2) };
}

/** Of a file, without what no header can hold; one of the sandbox says so. */
export function nameOfFile(month: string, { format, token, part }: MonthExportInput): string {
  const mark = env().isSandbox ? "SANDBOX-" : "";
  if (format === "csv" || format === "xlsx") return `${mark}month-${month}.${format}`;
  const of = (token ?? "").toLowerCase().replace(/[^a-z0-9]/g, "");
  return `${mark}${format}-${month}-${of}${part === undefined ? "" : `-${part}`}.csv`;
}
