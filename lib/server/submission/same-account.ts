import "server-only";
import { sql } from "kysely";
import type { EarlierPayout, EarlierPayouts, SameAccountInput } from "#lib/contract/same-account";
import type { Amount } from "#lib/money/money";
import type { Actor } from "#lib/server/auth/actor";
import { db } from "#lib/server/database/db";
import { databaseTime } from "#lib/server/tables/database-clock";
import type { Db, TransferRow, Trx } from "#lib/server/tables/schema";

/** Invariant: whatever may have been created for an account within the window is found, whoever created it. */

/** How long an earlier payout to the same account counts as a possible duplicate. */
export const duplicateWindowMs = 24 * 60 * 60_000;

/** How long a reference counts as used. */
const referenceWindowMs = 90 * 24 * 60 * 60_000;

const mostListed = 5;

/** For the review of a transfer: what else goes to its account, newest first, and whether one is like it. */
export async function findEarlierPayouts(input: SameAccountInput, actor: Actor): Promise<EarlierPayouts> {
  const ledger = await db();
  const newest = await toAccount(ledger, input).limit(mostListed).execute();
  return {
    twin: (await findTwin(ledger, input, actor)) ?? null,
    sameReference: (await findSameReference(ledger, input, actor)) ?? null,
    newest: await Promise.all(newest.map((row) => toPayout(ledger, row, actor))),
  };
}

/** The newest payout of the same asset and amount; 100 and 100.00 are the same. */
export async function findTwin(
  ledger: Db | Trx,
  { asset, amount, ...account }: SameAccountInput & { id?: string },
  actor: Actor | null,
): Promise<EarlierPayout | undefined> {
  const plain = amount.includes(".") ? amount.replace(/\.?0+$/, "") : amount;
  const row = await toAccount(ledger, account)
    .where("asset", "=", asset)
    .where(sql`case when amount like '%.%' then rtrim(rtrim(amount, '0'), '.') else amount end`, "=", plain)
    .limit(1)
    .executeTakeFirst();
  return row && toPayout(ledger, row, actor);
}

/** The newest payout to the account or the payee with the same reference, whatever its case. */
export async function findSameReference(
  ledger: Db | Trx,
  { reference, payeeId, id = "", ...account }: Used,
  actor: Actor | null,
): Promise<EarlierPayout | undefined> {
  if (reference === undefined) return undefined;
  const row = await payoutsWithin(ledger, id, referenceWindowMs)
    .where("reference", "is not", null)
    .where(sql`lower(reference)`, "=", sql`lower(${reference})`)
    .where(({ eb, and, or }) =>
      or([
        and([eb("bank_code", "=", account.bankCode), eb("account_number", "=", account.accountNumber)]),
        ...(payeeId === undefined ? [] : [eb("payee_id", "=", payeeId)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row && toPayout(ledger, row, actor);
}

type Account = Pick<SameAccountInput, "bankCode" | "accountNumber"> & { id?: string };
type Used = Account & { reference?: string | undefined; payeeId?: string | undefined };

function toAccount(ledger: Db | Trx, { bankCode, accountNumber, id = "" }: Account) {
  return payoutsWithin(ledger, id, duplicateWindowMs)
    .where("bank_code", "=", bankCode)
    .where("account_number", "=", accountNumber);
}

/** Newest first, without the transfer that asks. */
function payoutsWithin(ledger: Db | Trx, id: string, windowMs: number) {
  return ledger
    .selectFrom("transfers")
    .select(["id", "amount", "from_currency", "created_at"])
    .where("created_at", ">", databaseTime(ledger, -windowMs))
    .where("submission", "not in", ["rejected", "cancelled", "not_created"])
    .where("id", "<>", id)
    .orderBy("created_at", "desc");
}

async function toPayout(
  ledger: Db | Trx,
  row: Pick<TransferRow, "id" | "amount" | "from_currency" | "created_at">,
  actor: Actor | null,
): Promise<EarlierPayout> {
  const by = await ledger
    .selectFrom("transfer_events")
    .leftJoin("people", "people.email", "transfer_events.person_name")
    .select(["person_name as email", "people.name"])
    .where("transfer_id", "=", row.id)
    .where("kind", "=", "requested")
    .executeTakeFirst();
  return {
    id: row.id,
    amount: row.amount as Amount,
    fromCurrency: row.from_currency,
    createdAt: row.created_at,
    by: by?.name || (by?.email ?? null),
    isOwn: actor !== null && by?.email === actor.person.email,
  };
}
