import "server-only";
import { sql } from "kysely";
import { toWire } from "#lib/asset/address";
import { holdTransfers } from "#lib/server/ledger/transfer-ledger";
import type { ChainCursorRow } from "#lib/server/tables/deposit-rows";
import type { Db } from "#lib/server/tables/schema";

/** Invariant: nobody is asked about an address longer than somebody may send to it. */

const dayMs = 86_400_000;
const watchedMs = 30 * dayMs;
/** After the service has said that it is over. */
const finalMs = 7 * dayMs;
const hotMs = 2 * 3_600_000;
const finals = ["paid", "failed", "refunded", "refund_failed", "expired", "cancelled_by_service"] as const;

/** A transfer's deposit address; the account is the address as on the wire. */
export type Watched = {
  id: string;
  address: string;
  account: string;
  createdAt: string;
  /** Whether everything since it was made has been read. */
  isLookedAt: boolean;
};
type Cursor = Pick<ChainCursorRow, "network" | "watched_since" | "settled">;

/** Those made since the network is watched, and those with a deposit that is not confirmed; the oldest first. */
export async function readWatched(ledger: Db, cursor: Cursor): Promise<Watched[]> {
  const now = Date.now();
  const rows = await watchable(ledger, cursor, watchedMs)
    .where(({ eb, or }) =>
      or([eb("status", "not in", [...finals]), eb("updated_at", ">", new Date(now - finalMs).toISOString())]),
    )
    .execute();
  return toWatched([...(await readUnconfirmed(ledger, cursor)), ...rows]);
}

/** Those of the last two hours that are not over, and those with a deposit that is not confirmed; the oldest first. */
export async function readHot(ledger: Db, cursor: Cursor): Promise<Watched[]> {
  const young = await watchable(ledger, cursor, hotMs)
    .where(({ eb, or }) =>
      or([
        eb("status", "not in", [...finals]),
        eb("deposit_label", "is", null),
        eb("deposit_label", "=", "none"),
      ]),
    )
    .execute();
  return toWatched([...(await readUnconfirmed(ledger, cursor)), ...young]);
}

type AddressRow = { id: string; address: string | null; created_at: string; deposit_label: string | null };

/** At the address that it came to: the transfer may have another one since. */
function readUnconfirmed(ledger: Db, { network, settled }: Cursor): Promise<AddressRow[]> {
  return ledger
    .selectFrom("deposits")
    .innerJoin("transfers", "transfers.id", "deposits.transfer_id")
    .select(["transfers.id", "deposits.to_address as address"])
    .select(["transfers.created_at", "transfers.deposit_label"])
    .distinct()
    .where("deposits.network", "=", network)
    .where("deposits.block", ">", settled ?? -1)
    .where("deposits.state", "=", "seen")
    .execute();
}

function watchable(ledger: Db, { network, watched_since }: Cursor, forMs: number) {
  const oldest = new Date(Date.now() - forMs).toISOString();
  return ledger
    .selectFrom("transfers")
    .select(["id", "address", "created_at", "deposit_label"])
    .where("network", "=", network)
    .where("submission", "=", "accepted")
    .where("address_check", "=", "valid")
    .where("created_at", ">=", watched_since > oldest ? watched_since : oldest)
    .orderBy("created_at");
}

function toWatched(rows: readonly AddressRow[]): Watched[] {
  const all = rows.flatMap(({ id, address, created_at, deposit_label }) =>
    address === null
      ? []
      : [
          {
            id,
            address,
            account: toWire(address),
            createdAt: created_at,
            isLookedAt: deposit_label !== null,
          },
        ],
  );
  return [...new Map(all.map((each) => [`${each.id} ${each.account}`, each])).values()].sort((one, other) =>
    one.createdAt < other.createdAt ? -1 : 1,
  );
}

/** What was never looked at has been, and nothing was there. An address that a person has chosen since was not. */
export async function markLookedAt(ledger: Db, watched: readonly Watched[]): Promise<void> {
  const fresh = watched.filter(({ isLookedAt }) => !isLookedAt);
  for (let at = 0; at < fresh.length; at += 500) {
    const some = fresh.slice(at, at + 500);
    const pairs = some.map(({ id, address }) => sql`(${id}, ${address})`);
    const isUnread = sql<boolean>`deposit_label is null and (id, address) in (values ${sql.join(pairs)})`;
    const left = await ledger
      .selectFrom("transfers")
      .select("id")
      .where(
        "id",
        "in",
        some.map(({ id }) => id),
      )
      .where(isUnread)
      .execute();
    if (left.length === 0) continue;
    await ledger.transaction().execute(async (trx) => {
      const held = left.map(({ id }) => id);
      await holdTransfers(trx, held);
      await trx
        .updateTable("transfers")
        .set({ deposit_label: "none" })
        .where("id", "in", held)
        .where(isUnread)
        .execute();
    });
  }
}
