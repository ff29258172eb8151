import "server-only";
import { Problem } from "#lib/problem";
import type { Db } from "./db";
import type { TransferEventRow, TransferRow } from "./schema";
import { holdTransfers, type Trx } from "./transfer-ledger";

/** Invariant: whoever acts on a transfer judges it by what is read here: after its row was taken, until the transaction ends. */

/** What an act is judged by of an event; no event's text or body is read. */
export type JudgedEvent = Pick<
  TransferEventRow,
  "seq" | "at" | "source" | "kind" | "person_name" | "claimed_id" | "claimed_address"
>;
/** A transfer that this transaction has taken, with its events but for the callbacks, and whether it has any that count. */
export type HeldTransfer = { row: TransferRow; events: JudgedEvent[]; isReported: boolean };

/** Takes a transfer, by our ID or the service's, and reads it as it stands now. Throws `not_found`. */
export async function holdTransfer(trx: Trx, id: string): Promise<HeldTransfer> {
  const found = id.length > 256 ? undefined : await findRow(trx, id);
  if (found === undefined) throw noTransfer();
  await holdTransfers(trx, [found.id]);
  return readHeld(trx, found.id);
}

/** Reads a transfer that this transaction has taken. */
export async function readHeld(trx: Trx, id: string): Promise<HeldTransfer> {
  const row = await trx.selectFrom("transfers").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined) throw noTransfer();
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

/** The events of a transfer that acts are judged by, in their order. */
export function readJudged(db: Db | Trx, id: string): Promise<JudgedEvent[]> {
  return db
    .selectFrom("transfer_events")
    .select(["seq", "at", "source", "kind", "person_name", "claimed_id", "claimed_address"])
    .where("transfer_id", "=", id)
    .where("kind", "not in", ["callback", "matched", "unmatched", "handled"])
    .where(({ eb, or }) =>
      or([eb("kind", "<>", "note"), eb("claimed_id", "is not", null), eb("claimed_address", "is not", null)]),
    )
    .orderBy("seq")
    .execute();
}

/** The row of a transfer, by our ID or by the service's. */
export async function findRow(db: Db | Trx, id: string): Promise<TransferRow | undefined> {
  const own = await db.selectFrom("transfers").selectAll().where("id", "=", id).executeTakeFirst();
  if (own !== undefined) return own;
  // The service may repeat an id: the newest transfer under it is shown, and the repeat is visible by a search.
  return db
    .selectFrom("transfers")
    .selectAll()
    .where("transaction_id", "=", id)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
}

/** What is thrown for an ID that nothing has. */
export function noTransfer(): Problem {
  return new Problem(
    "not_found",
    "This dashboard has no transfer with that ID. It knows the transfers created here; the service has no look-up.",
  );
}
