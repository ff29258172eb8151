import { sql } from "kysely";
import { toWire } from "#lib/asset/address";
import { holdTransfers } from "#lib/server/ledger/transfer-ledger";
import { writeDepositLabel } from "#lib/server/standing/deposit-facts";
import { writeStandings } from "#lib/server/standing/write-standing";
import type { ChainCursorRow } from "#lib/server/tables/deposit-rows";
import type { Db } from "#lib/server/tables/schema";
import { overStatuses, watchedMs, watchedOverMs } from "#lib/transfer/watch";
import type { ChainToken } from "./chain-network";

/** Invariant: nobody is asked about an address longer than `endOfWatch` says. */

const hotMs = 2 * 3_600_000;

/** A transfer's deposit address; the account is the address as on the wire. */
export type Watched = {
  id: string;
  address: string;
  account: string;
  createdAt: string;
  /** Whether everything since it was made has been read. */
  isLookedAt: boolean;
  /** From which block time on something of the transfer was not read. */
  blindSince: string | null;
};
type Cursor = Pick<ChainCursorRow, "network" | "watched_since" | "settled">;

/** Those made since the network is watched, and those with a deposit that is not confirmed; the oldest first. */
export async function readWatched(ledger: Db, cursor: Cursor): Promise<Watched[]> {
  const rows = await standing(ledger, cursor).execute();
  return toWatched([...(await readUnconfirmed(ledger, cursor)), ...rows]);
}

/** How many are watched, and of how many something could not be read. */
export async function countWatched(ledger: Db, cursor: Cursor): Promise<{ count: number; blind: number }> {
  const { count, blind } = await ledger
    .selectFrom(standing(ledger, cursor).clearOrderBy().as("watched"))
    .select(({ fn }) => [
      fn.countAll<number | string>().as("count"),
      fn.count<number | string>("blind_since").as("blind"),
    ])
    .executeTakeFirstOrThrow();
  return { count: Number(count), blind: Number(blind) };
}

function standing(ledger: Db, cursor: Cursor) {
  const recent = new Date(Date.now() - watchedOverMs).toISOString();
  return watchable(ledger, cursor, watchedMs).where(({ eb, or }) =>
    or([eb("status", "not in", [...overStatuses]), eb("updated_at", ">", recent)]),
  );
}

/** Of these transfers, those that are watched. */
export async function readOpen(ledger: Db, cursor: Cursor, ids: readonly string[]): Promise<Watched[]> {
  if (ids.length === 0) return [];
  const rows = await standing(ledger, cursor).where("transfers.id", "in", ids).execute();
  return toWatched(rows);
}

/** Those of the last two hours that are not over, and those with a deposit that is not confirmed; the oldest first. */
export async function readHot(ledger: Db, cursor: Cursor): Promise<Watched[]> {
  const young = await watchable(ledger, cursor, hotMs)
    .where(({ eb, or }) =>
      or([
        eb("status", "not in", [...overStatuses]),
        eb("deposit_label", "is", null),
        eb("deposit_label", "=", "none"),
      ]),
    )
    .execute();
  return toWatched([...(await readUnconfirmed(ledger, cursor)), ...young]);
}

type FoundRow = {
  id: string;
  address: string;
  created_at: string;
  is_looked_at: number;
  blind_since: string | null;
};

/** At the address that it came to: the transfer may have another one since. */
function readUnconfirmed(ledger: Db, { network, settled }: Cursor): Promise<FoundRow[]> {
  return ledger
    .selectFrom("deposits")
    .innerJoin("addresses", (join) =>
      join
        .onRef("addresses.transfer_id", "=", "deposits.transfer_id")
        .onRef("addresses.address", "=", "deposits.to_address"),
    )
    .innerJoin("transfers", "transfers.id", "deposits.transfer_id")
    .select(["addresses.transfer_id as id", "addresses.address"])
    .select(["addresses.created_at", "addresses.is_looked_at", "transfers.blind_since"])
    .distinct()
    .where("deposits.network", "=", network)
    .where("deposits.block", ">", settled ?? -1)
    .where("deposits.state", "=", "seen")
    .execute();
}

/** Every address that a source ever named for a transfer. */
function watchable(ledger: Db, { network, watched_since }: Cursor, forMs: number) {
  const oldest = new Date(Date.now() - forMs).toISOString();
  return ledger
    .selectFrom("addresses")
    .innerJoin("transfers", "transfers.id", "addresses.transfer_id")
    .select(["transfers.id", "addresses.address", "addresses.created_at", "addresses.is_looked_at"])
    .select("transfers.blind_since")
    .where("addresses.network", "=", network)
    .where("addresses.address_check", "=", "valid")
    .where("addresses.created_at", ">=", watched_since > oldest ? watched_since : oldest)
    .orderBy("addresses.created_at");
}

function toWatched(rows: readonly FoundRow[]): Watched[] {
  const all = rows.map(({ id, address, created_at, is_looked_at, blind_since }) => ({
    ...{ id, address, account: toWire(address), createdAt: created_at },
    ...{ isLookedAt: is_looked_at === 1, blindSince: blind_since },
  }));
  return [...new Map(all.map((each) => [`${each.id} ${each.account}`, each])).values()].sort((one, other) =>
    one.createdAt < other.createdAt ? -1 : 1,
  );
}

/** What was never looked at has been. An address that was named since was not. */
export async function markLookedAt(ledger: Db, watched: readonly Watched[]): Promise<void> {
  const fresh = watched.filter(({ isLookedAt }) => !isLookedAt);
  for (let at = 0; at < fresh.length; at += 500) await markSome(ledger, fresh.slice(at, at + 500));
}

async function markSome(ledger: Db, fresh: readonly Watched[]): Promise<void> {
  const pairs = fresh.map(({ id, address }) => sql`(${id}, ${address})`);
  const isUnread = sql<boolean>`is_looked_at = 0 and (transfer_id, address) in (values ${sql.join(pairs)})`;
  const left = await ledger.selectFrom("addresses").select("transfer_id").where(isUnread).execute();
  if (left.length === 0) return;
  await ledger.transaction().execute(async (trx) => {
    const held = await holdTransfers(trx, [...new Set(left.map(({ transfer_id }) => transfer_id))]);
    await trx.updateTable("addresses").set({ is_looked_at: 1 }).where(isUnread).execute();
    const rows = await trx
      .selectFrom("transfers")
      .select(["id", "amount", "created_at", "address"])
      .where("id", "in", held)
      .where("deposit_label", "is", null)
      .execute();
    for (const row of rows) await writeDepositLabel(trx, row);
    await writeStandings(trx, held);
  });
}

/** What arrived in a token whose decimals were corrected since is read again from there, and told anew. */
export async function readCorrectedAgain(
  ledger: Db,
  cursor: Cursor,
  tokens: readonly Pick<ChainToken, "contract" | "decimals">[],
): Promise<void> {
  for (const { contract, decimals } of tokens) {
    const rows = await ledger
      .selectFrom("deposits")
      .select(["transfer_id", ({ fn }) => fn.min("block_time").as("since")])
      .where("transfer_id", "in", standing(ledger, cursor).clearOrderBy().clearSelect().select("id"))
      .where("contract", "=", contract)
      .where("decimals", "!=", decimals)
      .where("state", "!=", "gone")
      .groupBy("transfer_id")
      .execute();
    for (const { transfer_id, since } of rows)
      await ledger.transaction().execute(async (trx) => {
        await holdTransfers(trx, [transfer_id]);
        const update = trx.updateTable("transfers").set({ blind_since: since }).where("id", "=", transfer_id);
        await update
          .where(({ eb, or }) => or([eb("blind_since", "is", null), eb("blind_since", ">", since)]))
          .execute();
        await writeStandings(trx, [transfer_id]);
      });
  }
}
