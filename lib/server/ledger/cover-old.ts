import "server-only";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { appendAudit } from "#lib/server/audit/audit";
import { countLines, theDashboard } from "#lib/server/audit/cover";
import { eventLine, factsLine } from "#lib/server/audit/cover-hash";
import { inTransaction } from "#lib/server/audit/transaction";
import type { UncoveredRow } from "#lib/server/tables/audit-rows";
import type { Db, TransferEventRow, TransferRow, Trx } from "#lib/server/tables/schema";
import type { EventKind } from "#lib/transfer/transfer-status";
import { holdTransfers } from "./transfer-ledger";

/** Invariant: a transfer's lines, and its leaving the list, are one transaction, so this can be killed at any time. */

const mostTransfers = 500;
/** Such an entry has some 100 kB. */
const mostEvents = 1_000;
const eventsAtOnce = 200;

/** Returns how many transfers it covered, with the events that they had when the cover came. */
export async function coverOldTransfers(ledger: Db): Promise<number> {
  let covered = 0;
  for (;;) {
    const page = await ledger
      .selectFrom("uncovered")
      .selectAll()
      .orderBy("transfer_id")
      .limit(mostTransfers)
      .execute();
    if (page.length === 0) return covered;
    let events = 0;
    // At least one, however many events it has.
    const some = page.filter((row, at) => {
      events += row.events;
      return at === 0 || events <= mostEvents;
    });
    covered += await coverPage(ledger, some);
    await setImmediate();
  }
}

async function coverPage(ledger: Db, page: readonly UncoveredRow[]): Promise<number> {
  const ids = page.map(({ transfer_id }) => transfer_id);
  return inTransaction(ledger, async (trx) => {
    await holdTransfers(trx, ids);
    // Another server may have covered them meanwhile.
    const taken = await trx.deleteFrom("uncovered").where("transfer_id", "in", ids).returningAll().execute();
    if (taken.length === 0) return 0;
    const rows = await trx
      .selectFrom("transfers")
      .selectAll()
      .where(
        "id",
        "in",
        taken.map(({ transfer_id }) => transfer_id),
      )
      .execute();
    if (rows.length === 0) return taken.length;
    const mosts = new Map(taken.map(({ transfer_id, events }) => [transfer_id, events]));
    await noteBringers(trx, rows, mosts);
    const lines = rows.map((row) => factsLine(row));
    const keys = new Map(rows.map(({ id, idempotency_key }) => [id, idempotency_key]));
    for await (const event of eventsOf(trx, [...keys.keys()])) {
      // Later events have an entry of their own.
      if (event.seq > (mosts.get(event.transfer_id) ?? 0)) continue;
      lines.push(eventLine(keys.get(event.transfer_id) ?? "", event));
    }
    const { events, transfers } = countLines(lines);
    const detail = { events: `${events}`, transfers: `${transfers.size}` };
    await appendAudit(trx, { ...theDashboard, action: "ledger_covered", recordId: null, detail }, lines);
    return taken.length;
  });
}

async function* eventsOf(trx: Trx, ids: readonly string[]): AsyncGenerator<TransferEventRow> {
  let last = { transfer_id: "", seq: 0 };
  for (;;) {
    const page = await trx
      .selectFrom("transfer_events")
      .selectAll()
      .where("transfer_id", "in", ids)
      .where(sql<boolean>`(transfer_id, seq) > (${last.transfer_id}, cast(${last.seq} as integer))`)
      .orderBy("transfer_id")
      .orderBy("seq")
      .limit(eventsAtOnce)
      .execute();
    yield* page;
    const end = page.at(-1);
    if (end === undefined) return;
    last = end;
  }
}

/** Marks, on an event of before the cover, what it brought: it is the last one that could have. */
async function noteBringers(
  trx: Trx,
  rows: readonly TransferRow[],
  mosts: ReadonlyMap<string, number>,
): Promise<void> {
  const events = await trx
    .selectFrom("transfer_events")
    .select(["transfer_id", "seq", "kind", "claimed_id"])
    .where(
      "transfer_id",
      "in",
      rows.map(({ id }) => id),
    )
    .where(({ eb, or }) => or([eb("kind", "in", [...bringers]), eb("claimed_id", "is not", null)]))
    .orderBy("seq")
    .execute();
  const own = new Map<string, typeof events>();
  for (const event of events) own.set(event.transfer_id, [...(own.get(event.transfer_id) ?? []), event]);
  for (const column of ["address", "transaction_id"] as const) {
    const values = rows.flatMap(({ id, [column]: value }) => {
      const most = mosts.get(id) ?? 0;
      if (value === null || most === 0) return [];
      const bringer = own
        .get(id)
        ?.findLast(
          ({ seq, kind, claimed_id }) =>
            seq <= most && (bringers.has(kind) || (column === "transaction_id" && claimed_id === value)),
        );
      return [sql`(${id}, cast(${bringer?.seq ?? most} as integer), ${value})`];
    });
    if (values.length > 0)
      await sql`with given (id, seq, value) as (values ${sql.join(values)})
        update transfer_events set ${sql.ref(column)} = given.value from given
        where transfer_id = given.id and transfer_events.seq = given.seq`.execute(trx);
  }
}

const bringers = new Set<EventKind>(["accepted", "resolved_exists", "outcome_unknown"]);
