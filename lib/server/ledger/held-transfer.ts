import { calledName } from "#lib/server/database/person-name";
import type { Db, TransferEventRow, TransferRow, Trx } from "#lib/server/tables/schema";
import { holdTransfers } from "./transfer-ledger";
import { findRow } from "./transfer-row";

/** Invariant: an act on a transfer is judged by what is read here, after its row was locked, until the transaction ends. */

/** No event's text or body is read. */
export type JudgedEvent = Pick<
  TransferEventRow,
  "seq" | "at" | "source" | "kind" | "person_name" | "claimed_id" | "claimed_address"
> & { called: string | null };
/** Locked, with its events except callbacks. `isReported`: it has callbacks that count. */
export type HeldTransfer = { row: TransferRow; events: JudgedEvent[]; isReported: boolean };

/** Locks a transfer, by our ID or the service's. Throws `not_found`. */
export async function holdTransfer(trx: Trx, id: string): Promise<HeldTransfer> {
  const { id: ownId } = await findRow(trx, id);
  await holdTransfers(trx, [ownId]);
  return readHeld(trx, ownId);
}

/** For a transfer that is already locked. */
export async function readHeld(trx: Trx, id: string): Promise<HeldTransfer> {
  const row = await findRow(trx, id);
  const report = await trx
    .selectFrom("transfer_events")
    .select("seq")
    .where("transfer_id", "=", id)
    .where("kind", "=", "callback")
    .where("is_quarantined", "=", 0)
    .limit(1)
    .executeTakeFirst();
  return { row, events: await readJudged(trx, id), isReported: report !== undefined };
}

/** In their order. */
export function readJudged(db: Db | Trx, id: string): Promise<JudgedEvent[]> {
  return (
    db
      .selectFrom("transfer_events")
      .leftJoin("people", "people.email", "transfer_events.person_name")
      .select(calledName().as("called"))
      .select(["seq", "at", "source", "kind", "person_name", "claimed_id", "claimed_address"])
      .where("transfer_id", "=", id)
      .where("kind", "not in", [
        "callback",
        "received",
        "received_withdrawn",
        "handled",
        "fund_closed",
        "fund_file",
        "advice_asked",
        "advice_sent",
        "advice_failed",
        "not_on_statement",
        "not_missed",
      ])
      // A network's transaction is not the service's: it contradicts nobody.
      .where("source", "not in", ["chain", "wallet"])
      .where(({ eb, or }) =>
        or([
          eb("kind", "<>", "note"),
          eb("claimed_id", "is not", null),
          eb("claimed_address", "is not", null),
        ]),
      )
      .orderBy("seq")
      .execute()
  );
}
