import { type RawBuilder, sql } from "kysely";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db } from "#lib/server/tables/schema";
import { accountsCalled, addressedAs } from "./search-values";
import type { List } from "./transfer-lists";

/**
 * Invariant: a part of an ID, a hash or an address is resolved to whole ones among a bounded number of rows of an index. What
 * is only in the middle of one is looked for transfer by transfer, as far as a page looks.
 */

const mostFound = 20;
/** Rows of an index that a start or an end is looked for among. */
const mostLookedAt = 1_000;
const endLength = 4;

/** Letter by letter, whatever the language of the database. */
export function transactionIdColumn(ledger: Db): RawBuilder<string> {
  return isPostgres(ledger) ? sql`lower(transaction_id) collate "C"` : sql`lower(transaction_id)`;
}

/** Lists of the transfers whose transaction ID starts so. */
export async function transactionsFrom(ledger: Db, start: string): Promise<List[]> {
  const column = transactionIdColumn(ledger);
  const [from, before] = [start.toLowerCase(), `${start.toLowerCase()}\u{10FFFF}`];
  const { rows } = await sql<{ id: string }>`select id from transfers
    where ${column} >= ${from} and ${column} < ${before} order by ${column} limit ${mostFound}`.execute(
    ledger,
  );
  return rows.map(({ id }) => ({ kind: "transaction ID", condition: sql`id = ${id}` }));
}

/** Lists of the transfers whose transaction ID, address, hash or sender ends so, and starts as it is said. */
export async function endingIn(ledger: Db, end: string, start = ""): Promise<List[]> {
  const [tail, lastFour] = [end.toLowerCase(), end.toLowerCase().slice(-endLength)];
  const fits = (text: string) =>
    text.toLowerCase().endsWith(tail) && text.toLowerCase().startsWith(start.toLowerCase());
  const ofDeposits = (text: RawBuilder<unknown>) =>
    sql<{ id: string; text: string }>`select transfer_id as id, ${text} as text from deposits
      where substr(lower(${text}), length(${text}) - 3) = ${lastFour}
      order by block_time desc limit ${mostLookedAt}`.execute(ledger);
  const [hashes, senders, ids, addresses] = await Promise.all([
    ofDeposits(sql`tx`),
    ofDeposits(sql`from_address`),
    sql<{ id: string; text: string }>`select id, transaction_id as text from transfers
      where substr(lower(transaction_id), length(transaction_id) - 3) = ${lastFour}
      order by created_at desc, id desc limit ${mostLookedAt}`.execute(ledger),
    sql<{ text: string }>`select distinct text from (select address as text from addresses
      where substr(lower(address), length(address) - 3) = ${lastFour}
      order by created_at desc limit ${mostLookedAt}) as newest`.execute(ledger),
  ]);
  const byId = (kind: List["kind"], rows: readonly { id: string; text: string }[]) =>
    listsById(
      kind,
      rows.filter(({ text }) => fits(text)),
    );
  return [
    ...byId("transaction ID", ids.rows),
    ...byId("transaction", hashes.rows),
    ...byId("sender", senders.rows),
    ...(await addressed(ledger, addresses.rows.map(({ text }) => text).filter(fits))),
  ];
}

function listsById(kind: List["kind"], rows: readonly { id: string }[]): List[] {
  return rows.slice(0, mostFound).map(({ id }) => ({ kind, condition: sql`id = ${id}` }));
}

/** Lists of the transfers that have one of these addresses, or once had. */
async function addressed(ledger: Db, addresses: readonly string[]): Promise<List[]> {
  const some = addresses.slice(0, mostFound);
  const ids = await addressedAs(ledger, some);
  return [
    ...some.map((text) => sql`lower(address) = ${text.toLowerCase()}`),
    ...ids.map((id) => sql`id = ${id}`),
  ].map((condition) => ({ kind: "address", condition }));
}

/** Of EVM networks: an address, a hash or a sender that starts so and ends as it is said. */
export async function hexFrom(ledger: Db, start: string, end = ""): Promise<List[]> {
  const hex = start.toLowerCase();
  if (!/^0x[0-9a-f]{4,63}$/.test(hex)) return [];
  // Filled up to whole ones, which every collation puts in the same order.
  const [ofAddress, ofHash] = [42, 66].map((length) => [hex.padEnd(length, "0"), hex.padEnd(length, "f")]);
  const among = (column: RawBuilder<unknown>, [first = "", last = ""]: string[] = []) =>
    sql`${column} >= ${first} and ${column} <= ${last}`;
  // Its own address is one of them, too.
  const [accounts, deposits, sent] = await Promise.all([
    sql<{ text: string }>`select distinct text from (select account as text from addresses
      where ${among(sql`account`, ofAddress)} order by account limit ${mostLookedAt}) as first`.execute(
      ledger,
    ),
    sql<{ id: string; text: string }>`select transfer_id as id, tx as text from deposits
      where ${among(sql`tx`, ofHash)} order by tx limit ${mostLookedAt}`.execute(ledger),
    sql<{ id: string; text: string }>`select transfer_id as id, from_address as text from deposits
      where ${among(sql`from_address`, ofAddress)} order by from_address limit ${mostLookedAt}`.execute(
      ledger,
    ),
  ]);
  const fits = ({ text }: { text: string }) => text.endsWith(end.toLowerCase());
  return [
    ...(await addressed(
      ledger,
      accounts.rows.filter(fits).map(({ text }) => text),
    )),
    ...listsById("transaction", deposits.rows.filter(fits)),
    ...listsById("sender", sent.rows.filter(fits)),
  ];
}

/** Lists of the transfers whose deposit one of these addresses sent. */
export async function sentBy(ledger: Db, references: readonly string[]): Promise<List[]> {
  const senders = references.flatMap(accountsCalled);
  if (senders.length === 0) return [];
  const rows = await ledger
    .selectFrom("deposits")
    .select("transfer_id")
    .distinct()
    .where("from_address", "in", senders)
    .limit(mostSent)
    .execute();
  return rows.map(({ transfer_id }) => ({ kind: "sender", condition: sql`id = ${transfer_id}` }));
}

/** Of one who sends often, some. */
const mostSent = 100;

/** Conditions and no lists: no index has the middle of a text. */
export function having(ledger: Db, part: string): List[] {
  const text = part.toLowerCase();
  const has = (column: RawBuilder<unknown>) =>
    isPostgres(ledger)
      ? sql`strpos(lower(${column}), ${text}) > 0`
      : sql`instr(lower(${column}), ${text}) > 0`;
  return [
    { kind: "transaction ID", condition: has(sql`transaction_id`) },
    {
      kind: "address",
      condition: sql`(${has(sql`address`)} or exists (select 1 from addresses
        where transfer_id = transfers.id and ${has(sql`addresses.address`)}))`,
    },
  ];
}
