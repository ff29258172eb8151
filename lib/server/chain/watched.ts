import "server-only";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db } from "#lib/server/tables/schema";
import { toWire } from "./networks";

/** Invariant: nobody is asked about an address longer than somebody may send to it. */

const dayMs = 86_400_000;
const watchedMs = 30 * dayMs;
/** After the service has said that it is over. */
const finalMs = 7 * dayMs;
const hotMs = 2 * 3_600_000;
const finals = ["paid", "failed", "refunded", "refund_failed", "expired", "cancelled_by_service"] as const;

/** A transfer whose deposit address is watched; the account is the address as on the wire. */
export type Watched = { id: string; account: string; createdAt: string };

/** Those made since the network is watched, the oldest first. */
export async function readWatched(ledger: Db, network: string, since: string): Promise<Watched[]> {
  const now = Date.now();
  const oldest = new Date(now - watchedMs).toISOString();
  const rows = await watchable(ledger, network, since > oldest ? since : oldest)
    .where(({ eb, or }) =>
      or([eb("status", "not in", [...finals]), eb("updated_at", ">", new Date(now - finalMs).toISOString())]),
    )
    .execute();
  return rows.flatMap(toWatched);
}

/** Those of the last two hours that are not over, and those with a deposit that is not confirmed. */
export async function readHot(ledger: Db, network: string, since: string): Promise<Watched[]> {
  const recent = new Date(Date.now() - hotMs).toISOString();
  const young = await watchable(ledger, network, since > recent ? since : recent)
    .where(({ eb, or }) =>
      or([
        eb("status", "not in", [...finals]),
        eb("deposit_label", "is", null),
        eb("deposit_label", "=", "none"),
      ]),
    )
    .execute();
  const open = await ledger
    .selectFrom("deposits")
    .innerJoin("transfers", "transfers.id", "deposits.transfer_id")
    .select(["transfers.id", "transfers.address", "transfers.created_at"])
    .where("deposits.network", "=", network)
    .where("deposits.state", "=", "seen")
    .execute();
  const all = new Map([...open, ...young].map((row) => [row.id, row]));
  return [...all.values()].flatMap(toWatched);
}

function watchable(ledger: Db, network: string, since: string) {
  return ledger
    .selectFrom("transfers")
    .select(["id", "address", "created_at"])
    .where("network", "=", network)
    .where("submission", "=", "accepted")
    .where("address_check", "=", "valid")
    .where("created_at", ">=", since)
    .orderBy("created_at");
}

function toWatched(row: { id: string; address: string | null; created_at: string }): Watched[] {
  if (row.address === null) return [];
  return [{ id: row.id, account: toWire(row.address), createdAt: row.created_at }];
}

/** What was never looked at has been, and nothing was there. */
export async function markLookedAt(ledger: Db, watched: readonly Watched[]): Promise<void> {
  const ids = watched.map(({ id }) => id);
  for (let at = 0; at < ids.length; at += 500) {
    const some = ids.slice(at, at + 500);
    const fresh = await ledger
      .selectFrom("transfers")
      .select("id")
      .where("id", "in", some)
      .where("deposit_label", "is", null)
      .orderBy("id")
      .execute();
    if (fresh.length === 0) continue;
    await ledger.transaction().execute(async (trx) => {
      const held = fresh.map(({ id }) => id);
      // In one order, as all that locks several transfers.
      if (isPostgres(trx))
        await trx
          .selectFrom("transfers")
          .select("id")
          .where("id", "in", held)
          .orderBy("id")
          .forNoKeyUpdate()
          .execute();
      await trx
        .updateTable("transfers")
        .set({ deposit_label: "none" })
        .where("id", "in", held)
        .where("deposit_label", "is", null)
        .execute();
    });
  }
}
