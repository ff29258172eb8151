import "server-only";
import { type Kysely, sql } from "kysely";
import { isPostgres } from "#lib/server/tables/engine";

/**
 * The migration that keeps an account's total as text, which has no largest number, and that knows of each happening whether
 * it was told, so that a total that can't be added up holds no message back.
 */
export async function addTextTotals(db: Kysely<unknown>): Promise<void> {
  for (const statement of isPostgres(db) ? onPostgres : onSqlite) await sql.raw(statement).execute(db);
  for (const statement of onBoth) await sql.raw(statement).execute(db);
}

const onPostgres = [
  "drop index payee_months_kobo",
  'alter table payee_months alter column kobo type text collate "C" using kobo::text',
];

const onSqlite = [
  // A total beyond 64 bits has become a double there: everything is counted again.
  "delete from counting where exists (select 1 from payee_months where typeof(kobo) <> 'integer')",
  `create table texts (
    period text not null,
    bank_code text not null,
    account_number text not null,
    count integer not null,
    kobo text not null,
    last_id text not null,
    primary key (period, bank_code, account_number))`,
  "insert into texts select period, bank_code, account_number, count, cast(kobo as text), last_id from payee_months",
  "drop table payee_months",
  "alter table texts rename to payee_months",
];

const onBoth = [
  // A longer number is a larger one.
  "create index payee_months_kobo on payee_months (period, length(kobo), kobo)",
  "alter table happenings add column is_told integer not null default 0",
  "create index happenings_untold on happenings (seq) where is_told = 0",
];
