import type { FilterChoices } from "#lib/contract/transfer/filter-choices";
import type { TransferFilters } from "#lib/contract/transfer-list";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { calledName } from "#lib/server/database/person-name";
import { namedBatches } from "#lib/server/ledger/transfer-batches";
import { knownEmails } from "./search-people";
import { paidBanks } from "./search-values";

/** What a list can be filtered by, as far as this ledger has it; both are read by steps in an index. */
export async function findChoices(): Promise<FilterChoices> {
  const ledger = await db();
  const [banks, emails] = await Promise.all([paidBanks(ledger), knownEmails(ledger)]);
  const people = await ledger
    .selectFrom("people")
    .select(["id", "email", calledName().$notNull().as("name")])
    .orderBy("people.name")
    .execute();
  const names = new Map(banks.map(({ code, name }) => [code, name]));
  const networks = new Map(env().assets.map(({ network, networkName }) => [network, networkName]));
  return {
    networks: [...networks].map(([network, name]) => ({ network, name })),
    banks: [...names]
      .map(([code, name]) => ({ code, name }))
      .sort((one, other) => one.name.localeCompare(other.name, "en")),
    people: people.filter(({ email }) => emails.includes(email)).map(({ id, name }) => ({ id, name })),
  };
}

type Names = {
  bank: string | undefined;
  payee: string | undefined;
  person: string | undefined;
  batch: string | undefined;
};

/** What the filters that are set are called; `undefined` for what there isn't. */
export async function namesOfFilters({ bank, payee, person, batch }: TransferFilters): Promise<Names> {
  const ledger = await db();
  const [ofBank, ofPayee, ofPerson, ofBatch] = await Promise.all([
    bank === undefined
      ? undefined
      : ledger
          .selectFrom("transfers")
          .select("bank_name as name")
          .where("bank_code", "=", bank)
          .limit(1)
          .executeTakeFirst(),
    payee === undefined
      ? undefined
      : ledger.selectFrom("payees").select("name").where("id", "=", payee.toLowerCase()).executeTakeFirst(),
    person === undefined
      ? undefined
      : ledger
          .selectFrom("people")
          .select(calledName().$notNull().as("name"))
          .where("id", "=", person)
          .executeTakeFirst(),
    batch === undefined ? [] : namedBatches(ledger, [batch.toLowerCase()]),
  ]);
  return { bank: ofBank?.name, payee: ofPayee?.name, person: ofPerson?.name, batch: ofBatch[0]?.name };
}

/** By ID. */
export async function namesOfPayees(ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const ledger = await db();
  const rows = await ledger.selectFrom("payees").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
