import { readDecimal } from "#lib/money/money";
import { env } from "#lib/server/config/env";
import { toEvent } from "#lib/server/standing/received-facts";
import type { MovementRow } from "#lib/server/tables/books/month-rows";
import type { TransferEventRow, TransferRow, Trx } from "#lib/server/tables/schema";
import { businessDays } from "#lib/text/zone-day";
import type { Step } from "#lib/transfer/movements";
import { expectedOf } from "#lib/transfer/received";

/** Invariant: a movement is written in the transaction of its event, so neither is there without the other. */

/** What one event did. */
export type NewMovements = { event: TransferEventRow; steps: readonly Step[] };
type Owner = Pick<
  TransferRow,
  "id" | "from_currency" | "amount" | "currency" | "accepted_output" | "quote_output"
>;

/** Of locked transfers. `owners` are their rows. */
export async function appendMovements(
  trx: Trx,
  moved: readonly NewMovements[],
  owners: readonly Owner[],
): Promise<void> {
  const byId = new Map(owners.map((owner) => [owner.id, owner]));
  const rows: MovementRow[] = [];
  for (const { event, steps } of moved) {
    const owner = byId.get(event.transfer_id);
    if (owner === undefined) throw new RangeError("A movement is of a transfer that is gone.");
    rows.push(...steps.map((step) => stepRow(owner, event, step)));
    const record = await recordRow(trx, owner, event);
    if (record !== undefined) rows.push(record);
  }
  if (rows.length > 0) await trx.insertInto("movements").values(rows).execute();
}

/** As it is written with its event, before it is counted. */
export function stepRow(owner: Owner, { seq, at }: Pick<TransferEventRow, "seq" | "at">, kind: Step) {
  const { id, from_currency, amount } = owner;
  return {
    ...{ transfer_id: id, seq, kind, source: "", at, month: monthOf(at), token: from_currency, amount },
    ...{ naira: nairaOf(owner), closing: null, is_counted: 0 },
  } satisfies MovementRow;
}

type RecordEvent = Pick<TransferEventRow, "seq" | "at" | "kind" | "raw">;

/** What somebody says that the recipient got, or takes back: of the month in which it arrived. */
async function recordRow(trx: Trx, owner: Owner, event: RecordEvent): Promise<MovementRow | undefined> {
  const said = toEvent(event);
  if (said === undefined) return undefined;
  if (said.kind === "received") return receivedRow(owner, said, said.record);
  const of = await trx
    .selectFrom("transfer_events")
    .select(["seq", "at", "kind", "raw"])
    .where("transfer_id", "=", owner.id)
    .where("seq", "=", said.of)
    .executeTakeFirst();
  const taken = of && toEvent(of);
  return taken?.kind === "received" ? receivedRow(owner, said, taken.record) : undefined;
}

type Said = NonNullable<ReturnType<typeof toEvent>>;

export function receivedRow(
  { id, currency }: Pick<Owner, "id" | "currency">,
  { seq, at, kind }: Pick<Said, "seq" | "at" | "kind">,
  record: Extract<Said, { kind: "received" }>["record"],
): MovementRow {
  const { source, day, amount } = record;
  return {
    ...{ transfer_id: id, seq, kind, source, at, month: day.slice(0, 7), token: currency, amount },
    ...{ naira: null, closing: null, is_counted: 0 },
  };
}

function nairaOf({ currency, accepted_output, quote_output }: Owner): string | null {
  // A stored figure that is none must not hold up what happened.
  const isFigure = readDecimal(accepted_output ?? quote_output ?? "") !== undefined;
  return currency === "NGN" && isFigure ? expectedOf(accepted_output, quote_output) : null;
}

/** Most moments are of the day of the one before. */
let days: { timeZone: string; dayOf: (at: string) => string } | undefined;

function monthOf(at: string): string {
  const { timeZone } = env();
  if (days?.timeZone !== timeZone) days = { timeZone, dayOf: businessDays(timeZone) };
  return days.dayOf(at).slice(0, 7);
}
