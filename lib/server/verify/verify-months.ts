import { setImmediate } from "node:timers/promises";
import { hashClosing } from "#lib/server/months/closing-hash";
import { figuresOf, type MonthFigures, nextMonth, noFigures, Sums } from "#lib/server/months/month-figures";
import { receivedRow, stepRow } from "#lib/server/months/movements";
import { toEvent } from "#lib/server/standing/received-facts";
import type { MovementRow, MovementTotalRow } from "#lib/server/tables/books/month-rows";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db, TransferEventRow, TransferRow } from "#lib/server/tables/schema";
import { type Step, stepsBetween } from "#lib/transfer/movements";
import type { TransferStatus } from "#lib/transfer/transfer-status";
import { grouped } from "./grouped";
import { unlessUnreadable } from "./unreadable";

/**
 * Invariant: reads only. Each movement is what its event did, each closing's hash is that of what it took, months were closed in
 * order, and the totals are the sums of what is counted and not closed.
 */

type Fault = { total: string; text: string };

/** Closings and totals; needs a snapshot. */
export async function verifyMonths(ledger: Db): Promise<Fault[]> {
  const faults: Fault[] = [];
  let before: { id: string; figures: MonthFigures } | undefined;
  for (const closing of await ledger.selectFrom("closings").selectAll().orderBy("id").execute()) {
    const total = `closing of ${closing.id}`;
    if (before !== undefined && nextMonth(before.id) !== closing.id)
      faults.push({ total, text: "the month before it was not closed" });
    const known = before?.figures ?? noFigures;
    const { hash, movements, figures } = await hashClosing(ledger, closing.id, (sums) =>
      figuresOf(known, sums.rows()),
    );
    if (
      hash !== closing.hash ||
      movements !== closing.movements ||
      JSON.stringify(figures) !== closing.figures
    )
      faults.push({ total, text: "what it took is not what it was closed with" });
    before = { id: closing.id, figures };
    await setImmediate();
  }
  const stray = await ledger
    .selectFrom("movements")
    .leftJoin("closings", "closings.id", "movements.closing")
    .select("movements.transfer_id")
    .where("movements.closing", "is not", null)
    .where(({ eb, or }) => or([eb("closings.id", "is", null), eb("is_counted", "=", 0)]))
    .limit(1)
    .execute();
  if (stray.length > 0)
    faults.push({
      total: "movements",
      text: "a closing took some that isn’t there, or some of what it took is called uncounted",
    });
  return [...faults, ...(await verifyTotals(ledger))];
}

const atOnce = 2_000;

async function verifyTotals(ledger: Db): Promise<Fault[]> {
  const sums = new Sums();
  let last: Pick<MovementRow, "transfer_id" | "seq" | "kind"> | undefined;
  for (;;) {
    const rows: MovementRow[] = await ledger
      .selectFrom("movements")
      .selectAll()
      .where("closing", "is", null)
      .where("is_counted", "=", 1)
      .$if(last !== undefined, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(
            refTuple("transfer_id", "seq", "kind"),
            ">",
            tuple(last?.transfer_id ?? "", last?.seq ?? 0, last?.kind ?? "created"),
          ),
        ),
      )
      .orderBy("transfer_id")
      .orderBy("seq")
      .orderBy("kind")
      .limit(atOnce)
      .execute();
    for (const row of rows) sums.addMovement(row);
    last = rows.at(-1);
    if (rows.length < atOnce) break;
    await setImmediate();
  }
  const computed = new Map(sums.rows().map((row) => [nameOf(row), textOf(row)]));
  const faults: Fault[] = [];
  for (const row of await ledger.selectFrom("movement_totals").selectAll().execute()) {
    if (computed.get(nameOf(row)) !== textOf(row))
      faults.push({ total: nameOf(row), text: "it is not the sum of its movements" });
    computed.delete(nameOf(row));
  }
  for (const total of computed.keys()) faults.push({ total, text: "it is gone" });
  return faults;
}

const nameOf = ({ month, kind, source, token }: MovementTotalRow) =>
  `movements of ${month}, ${kind} ${source === "" ? "" : `${source} `}${token}`;
const textOf = ({ count, amount, naira, estimates }: MovementTotalRow) =>
  `${Number(count)} ${amount} ${naira} ${Number(estimates)}`;

type EventFacts = Pick<TransferEventRow, "transfer_id" | "seq" | "at" | "kind" | "raw">;

/**
 * Of a page of transfers, whose statuses follow from their events by `statusOf`. Which event ended one is not folded again: a word can mean something else since. That none is missing
 * the totals and the closings say.
 */
export async function verifyMovements(
  ledger: Db,
  page: readonly TransferRow[],
  statusOf: (id: string) => TransferStatus | undefined,
): Promise<{ transferId: string; text: string }[]> {
  const ids = page.map(({ id }) => id);
  const events = grouped(await readEvents(ledger, ids));
  const stored = grouped(
    await ledger
      .selectFrom("movements")
      .selectAll()
      .where(isOneOf(ledger, "transfer_id", ids))
      .orderBy("seq")
      .execute(),
  );
  return page.flatMap((row) => {
    const [own, rows] = [events.get(row.id) ?? [], stored.get(row.id) ?? []];
    const isRight = unlessUnreadable(() => {
      const steps = stepsOf(rows);
      return (
        isChain(steps, statusOf(row.id)) &&
        isSame(rows, [...stepRows(row, own, steps), ...recordRows(row, own)])
      );
    });
    return isRight === true
      ? []
      : [{ transferId: row.id, text: "its movements are not what its events did" }];
  });
}

type PlacedStep = { seq: number; step: Step };

/** In their order: of two of one event it comes in, or back, before it leaves. */
function stepsOf(rows: readonly MovementRow[]): PlacedStep[] {
  return rows
    .flatMap(({ seq, kind }) =>
      kind === "received" || kind === "received_withdrawn" ? [] : [{ seq: Number(seq), step: kind }],
    )
    .sort((one, other) => one.seq - other.seq || Number(isOpening(other)) - Number(isOpening(one)));
}

const isOpening = ({ step }: PlacedStep) => step === "created" || step === "back";

/** It is created once, leaves and comes back by turns, and ends where the transfer is. */
function isChain(steps: readonly PlacedStep[], status: TransferStatus | undefined): boolean {
  const byTurns = steps.every((placed, at) =>
    at % 2 === 0 ? placed.step === (at === 0 ? "created" : "back") : !isOpening(placed),
  );
  const last = steps.at(-1);
  if (status === undefined) return false;
  const [end] = stepsBetween("recorded", status);
  return byTurns && last !== undefined && (end === undefined ? isOpening(last) : last.step === end);
}

function stepRows(
  row: TransferRow,
  events: readonly EventFacts[],
  steps: readonly PlacedStep[],
): MovementRow[] {
  const bySeq = new Map(events.map((event) => [event.seq, event]));
  return steps.flatMap(({ seq, step }) => {
    const event = bySeq.get(seq);
    return event === undefined ? [] : [stepRow(row, event, step)];
  });
}

function recordRows(row: TransferRow, events: readonly EventFacts[]): MovementRow[] {
  const records = new Map<number, MovementRow>();
  return events.flatMap((event) => {
    const said = toEvent(event);
    if (said?.kind === "received") {
      const record = receivedRow(row, said, said.record);
      records.set(said.seq, record);
      return [record];
    }
    const of = said?.kind === "received_withdrawn" ? records.get(said.of) : undefined;
    return said === undefined || of === undefined
      ? []
      : [{ ...of, seq: said.seq, at: said.at, kind: said.kind }];
  });
}

function isSame(stored: readonly MovementRow[], expected: readonly MovementRow[]): boolean {
  const left = new Map(expected.map((row) => [`${row.seq} ${row.kind}`, row]));
  for (const row of stored) {
    const key = `${row.seq} ${row.kind}`;
    const own = left.get(key);
    left.delete(key);
    if (own === undefined || !isSameRow(row, own)) return false;
  }
  return left.size === 0;
}

function isSameRow(row: MovementRow, own: MovementRow): boolean {
  const columns = ["source", "at", "token", "amount", "naira"] as const;
  return columns.every((column) => row[column] === own[column]) && isMonthOf(row, own);
}

const halfDayMs = 14 * 60 * 60_000;

/** The business may have had another time zone then. */
function isMonthOf({ month, at, source }: MovementRow, own: MovementRow): boolean {
  if (month === own.month) return true;
  if (source !== "") return false;
  return [-halfDayMs, halfDayMs].some((ms) => new Date(Date.parse(at) + ms).toISOString().startsWith(month));
}

async function readEvents(ledger: Db, ids: readonly string[]): Promise<EventFacts[]> {
  return ledger
    .selectFrom("transfer_events")
    .select(["transfer_id", "seq", "at", "kind"])
    .select(({ eb }) =>
      eb
        .case()
        .when("kind", "in", ["received", "received_withdrawn"])
        .then(eb.ref("raw"))
        .else(null)
        .end()
        .as("raw"),
    )
    .where(isOneOf(ledger, "transfer_id", ids))
    .orderBy("seq")
    .execute();
}
