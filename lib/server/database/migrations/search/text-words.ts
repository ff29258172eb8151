import "server-only";
import { type Kysely, sql } from "kysely";
import { isPostgres } from "#lib/server/tables/engine";
import { wordsOf } from "./search-names";

/** The columns that these migrations read and write. */
type Tables = {
  transfers: { id: string; created_at: string; reference: string | null; purpose: string | null };
  transfer_events: { transfer_id: string; seq: number; source: string; text: string | null };
  transfer_names: { term: string; created_at: string; transfer_id: string };
};

const pageSize = 500;
/** So that an insert stays below what an engine takes in one statement. */
const mostAtOnce = 5_000;

/** The migration that finds a transfer by the words of its reference, purpose and notes, and by who created it. */
export async function addTextWords(db: Kysely<unknown>): Promise<void> {
  const ledger = db as Kysely<Tables>;
  await sql`insert into transfer_names (term, created_at, transfer_id)
    select '&' || e.person_name, t.created_at, t.id from transfers t
    join transfer_events e on e.transfer_id = t.id and e.seq = 1 where e.person_name is not null`.execute(db);
  await fillOwnTexts(ledger);
  await fillNotes(ledger);
}

async function fillOwnTexts(ledger: Kysely<Tables>): Promise<void> {
  for (let lastId: string | undefined = ""; lastId !== undefined; ) {
    const rows = await ledger
      .selectFrom("transfers")
      .select(["id", "created_at", "reference", "purpose"])
      .where("id", ">", lastId)
      .where(({ or, eb }) => or([eb("reference", "is not", null), eb("purpose", "is not", null)]))
      .orderBy("id")
      .limit(pageSize)
      .execute();
    await writeWords(
      ledger,
      rows.flatMap((row) => [...rowsOf(row, "#", row.reference), ...rowsOf(row, "=", row.purpose)]),
    );
    lastId = rows.at(-1)?.id;
  }
}

/** What people wrote, in the order of the events' key. */
async function fillNotes(ledger: Kysely<Tables>): Promise<void> {
  let last: { id: string; seq: number } | undefined = { id: "", seq: 0 };
  while (last !== undefined) {
    const { id, seq }: { id: string; seq: number } = last;
    const rows: { id: string; seq: number; created_at: string; text: string | null }[] = await ledger
      .selectFrom("transfer_events")
      .innerJoin("transfers", "transfers.id", "transfer_events.transfer_id")
      .select(["transfers.id", "seq", "created_at", "text"])
      .where(sql<boolean>`(transfer_id, seq) > (${id}, ${seq})`)
      .where("source", "=", "person")
      .where("text", "is not", null)
      .orderBy("transfer_id")
      .orderBy("seq")
      .limit(pageSize)
      .execute();
    await writeWords(
      ledger,
      rows.flatMap((row) => rowsOf(row, "+", row.text)),
    );
    last = rows.at(-1);
  }
}

async function writeWords(ledger: Kysely<Tables>, rows: readonly Tables["transfer_names"][]): Promise<void> {
  for (let at = 0; at < rows.length; at += mostAtOnce)
    await ledger
      .insertInto("transfer_names")
      .values(rows.slice(at, at + mostAtOnce))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** A frozen copy of the rule of `ledger/name-terms.ts` as it was at migration 0053. */
function rowsOf({ id, created_at }: { id: string; created_at: string }, mark: string, text: string | null) {
  const terms = new Set(
    wordsOf(text ?? "")
      .flatMap(partsOf)
      .map((word) => mark + [...word].slice(0, 64).join("")),
  );
  return [...terms].slice(0, 100).map((term) => ({ term, created_at, transfer_id: id }));
}

function partsOf(word: string): string[] {
  const parts = [word, ...(/^(\p{L}+)(\p{N}+)$/u.exec(word)?.slice(1) ?? [])];
  return [...parts, ...parts.flatMap((part) => (/^0+[1-9]\d*$/.test(part) ? [part.replace(/^0+/, "")] : []))];
}

/**
 * The migration that finds a transfer by the start of its transaction ID, by the ends of that and of an address, by who sent its
 * deposit, by what its chip says and by its payee: each in the order of the list, where the list is one.
 */
export async function indexParts(db: Kysely<unknown>): Promise<void> {
  // A start is a range only where letters are compared one by one, whatever the language of the database.
  const letters = isPostgres(db) ? ' collate "C"' : "";
  const statements = [
    "drop index transfers_any_transaction_id",
    `create index transfers_any_transaction_id on transfers ((lower(transaction_id)${letters}), created_at, id)`,
    "create index transfers_transaction_end on transfers (substr(lower(transaction_id), length(transaction_id) - 3), created_at, id)",
    "create index addresses_end on addresses (substr(lower(address), length(address) - 3), created_at)",
    "create index deposits_sender on deposits (from_address)",
    "create index transfers_chip on transfers (chip, created_at, id) where chip <> 'status'",
    "drop index transfers_of_payee",
    "create index transfers_of_payee on transfers (payee_id, created_at, id) where payee_id is not null",
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
