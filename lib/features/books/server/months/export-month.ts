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
import { toEvent } from "#lib/server/standing/received-facts";
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
  const asked = { month, booked, actor };
  const parts =
    format === "csv" || format === "xlsx"
      ? partsOf(format satisfies ExportFormat, readPages(ledger, asked), fileOf(own), env().timeZone)
      : onePart(await booksText(ledger, asked, input));
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

async function* readPages(
  ledger: Db,
  asked: Asked,
  only?: Parameters<typeof readMovements>[2],
): AsyncGenerator<Movement[]> {
  for await (const rows of readMovements(ledger, asked.booked, only)) {
    // SQLite answers at once: without this pause nobody else would have a turn.
    await setImmediate();
    await requireStillAllowed(asked.actor, "export");
    yield await withTransfers(ledger, rows);
  }
  await requireSame(ledger, asked);
}

async function requireSame(ledger: Db, { month, booked }: Asked): Promise<void> {
  if ("closing" in booked) return;
  const closed = await ledger.selectFrom("closings").select("id").where("id", "=", month).execute();
  if (closed.length > 0) throw new Error("The month was closed while it was read.");
}

/** First what was paid out, then what came back of it; in naira what arrived in own accounts, then what of it was taken back. */
const kindsOf = (token: string) =>
  token === "NGN" ? (["received", "received_withdrawn"] as const) : (["paid", "back"] as const);

/** Of one part: no more lines are kept than it holds. */
async function booksText(
  ledger: Db,
  asked: Asked,
  { format, token = "", dates = "day_month", part = "1" }: MonthExportInput,
): Promise<string> {
  if (format === "csv" || format === "xlsx") throw new RangeError("Not a file for the books.");
  const lines: BooksLine[] = [];
  let skipped = (Number.parseInt(part, 10) - 1) * rowsOfBooksFile;
  for (const kind of kindsOf(token)) {
    if (lines.length === rowsOfBooksFile) break;
    for await (const page of readPages(ledger, asked, { kind, token })) {
      const own = await linesOf(ledger, page);
      const fresh = own.slice(skipped);
      skipped = Math.max(0, skipped - own.length);
      lines.push(...fresh.slice(0, rowsOfBooksFile - lines.length));
      if (lines.length === rowsOfBooksFile) break;
    }
  }
  await requireSame(ledger, asked);
  return booksFile(format, lines, { dates, timeZone: env().timeZone });
}

async function linesOf(ledger: Db, movements: readonly Movement[]): Promise<BooksLine[]> {
  const back = movements.filter(({ kind }) => kind === "back");
  const received = movements.filter(({ kind }) => kind === "received");
  const wasPaid = await endedAsPaid(ledger, back);
  const dayOfArrival = await arrivalDays(ledger, received);
  return movements.flatMap((movement): BooksLine[] => {
    const { kind, source } = movement;
    if (kind === "paid") return [{ movement, sign: "-" }];
    if (kind === "back") return wasPaid(movement) ? [{ movement, sign: "" }] : [];
    // What a payee got is no money of the business.
    if (source !== "own_statement") return [];
    return [{ movement, sign: kind === "received" ? "" : "-", day: dayOfArrival(movement) }];
  });
}

/** On which day it arrived: a record is made later. */
async function arrivalDays(
  ledger: Db,
  received: readonly Movement[],
): Promise<(movement: Movement) => string | undefined> {
  if (received.length === 0) return () => undefined;
  const ids = [...new Set(received.map(({ transferId }) => transferId))];
  const events = await ledger
    .selectFrom("transfer_events")
    .select(["transfer_id", "seq", "at", "kind", "raw"])
    .where(isOneOf(ledger, "transfer_id", ids))
    .where("kind", "=", "received")
    .execute();
  const days = new Map(
    events.map((event) => {
      const said = toEvent(event);
      return [`${event.transfer_id} ${event.seq}`, said?.kind === "received" ? said.record.day : undefined];
    }),
  );
  return ({ transferId, seq }) => days.get(`${transferId} ${seq}`);
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
