import "server-only";
import { type Kysely, sql } from "kysely";
import { canonicalText } from "./frozen-canonical-text";

/**
 * The migration that stores references and payees' names in the form in which they are compared, since the engines fold
 * only some letters and not the same ones; finds what goes to an account by its number, whatever the bank's code; and
 * gives each form its own draft.
 */
export async function addCanonicalForms(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  const ledger = db as Kysely<Tables>;
  await fillReferences(ledger);
  await fillNames(ledger);
}

/** The columns that this migration reads and writes. */
type Tables = {
  transfers: { id: string; reference: string | null; reference_key: string | null };
  payees: { id: string; name: string };
  payee_versions: { payee_id: string; n: number; account_name: string };
  payee_names: { payee_id: string; name_key: string };
};

const statements = [
  "alter table transfers add column reference_key text",
  "drop index transfers_reference",
  `create index transfers_reference on transfers (reference_key, created_at, id) where reference_key is not null`,
  "drop index transfers_payee",
  "create index transfers_payee on transfers (account_number, created_at, id)",
  `create table payee_names (
    payee_id text not null references payees (id),
    name_key text not null,
    primary key (payee_id, name_key))`,
  "create index payee_names_key on payee_names (name_key)",
  // Drafts pass by themselves; the old ones name no form.
  "drop table drafts",
  `create table drafts (
    person_id text not null references people (id),
    form_id text not null,
    session_id text not null references sessions (id) on delete cascade,
    encrypted_content text not null,
    updated_at text not null,
    primary key (person_id, form_id))`,
  "create index drafts_session on drafts (session_id)",
];

const pageSize = 500;

async function fillReferences(ledger: Kysely<Tables>): Promise<void> {
  let lastId = "";
  for (;;) {
    const rows = await ledger
      .selectFrom("transfers")
      .select(["id", "reference"])
      .where("id", ">", lastId)
      .where("reference", "is not", null)
      .orderBy("id")
      .limit(pageSize)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    for (const { id, reference } of rows)
      await ledger
        .updateTable("transfers")
        .set({ reference_key: canonicalText(reference ?? "") })
        .where("id", "=", id)
        .execute();
    lastId = last.id;
  }
}

/** A few thousand at most: what people saved by hand. */
async function fillNames(ledger: Kysely<Tables>): Promise<void> {
  const payees = await ledger.selectFrom("payees").select(["id as payee_id", "name"]).execute();
  const versions = await ledger
    .selectFrom("payee_versions")
    .select(["payee_id", "account_name as name"])
    .execute();
  const rows = [...payees, ...versions].map(({ payee_id, name }) => ({
    payee_id,
    name_key: canonicalText(name),
  }));
  for (let from = 0; from < rows.length; from += pageSize)
    await ledger
      .insertInto("payee_names")
      .values(rows.slice(from, from + pageSize))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
