import "server-only";
import { type Kysely, sql } from "kysely";
import { isPostgres } from "#lib/server/tables/engine";
import { nameRowsOf } from "./search-names";

/**
 * The migration that lets a transfer be found by what a person types, at the same cost however many there are: each
 * index ends with the order of the list, so that a page of it is read from one place.
 */

/** The columns that this migration reads and writes. */
type Tables = {
  transfers: {
    id: string;
    created_at: string;
    account_name: string;
    address: string | null;
    transaction_id: string | null;
    is_repeated: number;
  };
  transfer_names: { term: string; created_at: string; transfer_id: string };
};

const pageSize = 500;

/** Adds the indexes of the filters and of the search, and fills what has to be computed. */
export async function addSearch(db: Kysely<unknown>): Promise<void> {
  const ledger = db as Kysely<Tables>;
  await db.schema
    .alterTable("transfers")
    .addColumn("is_repeated", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await markRepeated(ledger);
  for (const statement of indexes) await sql.raw(statement).execute(db);
  const onPostgres = isPostgres(db);
  // Terms are compared letter by letter, whatever the language of the database; SQLite keeps them in one tree.
  await sql
    .raw(
      `create table transfer_names (
        term text ${onPostgres ? 'collate "C"' : ""} not null, created_at text not null, transfer_id text not null,
        primary key (term, created_at, transfer_id)
      ) ${onPostgres ? "" : "without rowid"}`,
    )
    .execute(db);
  await fillNames(ledger);
}

/** The transactions and addresses of before led to one transfer each, and were not in the order of the list. */
const indexes = [
  "drop index transfers_transaction_id",
  "create index transfers_transaction_id on transfers (transaction_id, created_at, id)",
  "drop index transfers_address",
  "create index transfers_address on transfers (address, created_at, id)",
  "create index transfers_asset on transfers (asset, created_at, id)",
  "create index transfers_asset_status on transfers (asset, status, created_at, id)",
  "create index transfers_last_four on transfers (substr(account_number, length(account_number) - 3), created_at, id)",
  `create index transfers_amount on transfers (
    (case when replace(amount, '.', '') = amount then amount else rtrim(rtrim(amount, '0'), '.') end), created_at, id)`,
  `create index transfers_open on transfers (created_at, id) where is_handled = 0 and (
    submission = 'unknown' or has_late_deposit = 1 or is_repeated = 1 or address_check = 'invalid'
    or (address is null and submission = 'accepted')
    or status in ('conflicting', 'refunding', 'refunded', 'refund_failed', 'failed', 'expired',
      'cancelled_by_service', 'on_hold', 'deposit_received', 'accepted', 'awaiting_deposit'))`,
  "create index transfers_repeated on transfers (created_at, id) where is_repeated = 1",
];

async function markRepeated(ledger: Kysely<Tables>): Promise<void> {
  for (const column of ["address", "transaction_id"] as const) {
    const repeated = ledger
      .selectFrom("transfers as twin")
      .select(`twin.${column}`)
      .where(`twin.${column}`, "is not", null)
      .groupBy(`twin.${column}`)
      .having(({ fn }) => fn.countAll(), ">", 1);
    await ledger.updateTable("transfers").set({ is_repeated: 1 }).where(column, "in", repeated).execute();
  }
}

async function fillNames(ledger: Kysely<Tables>): Promise<void> {
  let lastId = "";
  for (;;) {
    const rows = await ledger
      .selectFrom("transfers")
      .select(["id", "created_at", "account_name"])
      .where("id", ">", lastId)
      .orderBy("id")
      .limit(pageSize)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    const names = rows.flatMap(nameRowsOf);
    if (names.length > 0) await ledger.insertInto("transfer_names").values(names).execute();
    lastId = last.id;
  }
}

/**
 * Adds the indexes of what needs a person: those that need one whatever the time, and those that wait for the service,
 * by how long: in one index, those who still may wait would stand before the others. No other index of reasons is needed.
 */
export async function splitOpen(db: Kysely<unknown>): Promise<void> {
  for (const statement of openIndexes) await sql.raw(statement).execute(db);
}

const openIndexes = [
  ...["open", "repeated", "late_deposit", "address_check"].map((name) => `drop index transfers_${name}`),
  `create index transfers_needing on transfers (created_at, id) where is_handled = 0 and (
    submission = 'unknown' or has_late_deposit = 1 or is_repeated = 1 or address_check = 'invalid'
    or (address is null and submission = 'accepted')
    or status in ('conflicting', 'refunding', 'refunded', 'refund_failed', 'failed', 'expired',
      'cancelled_by_service', 'on_hold'))`,
  `create index transfers_waiting on transfers (status, created_at, id)
    where is_handled = 0 and status in ('accepted', 'awaiting_deposit', 'deposit_received')`,
];
