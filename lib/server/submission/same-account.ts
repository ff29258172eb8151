import { sql } from "kysely";
import { findAsset } from "#lib/asset/assets";
import { defaultCountry } from "#lib/asset/defaults";
import type {
  EarlierPayout,
  EarlierPayouts,
  RenamedBank,
  SameAccountInput,
} from "#lib/contract/same-account";
import type { Amount } from "#lib/money/money";
import type { Actor } from "#lib/server/auth/actor";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { calledName } from "#lib/server/database/person-name";
import { findKnownName, findSavedAccount } from "#lib/server/payees/known-names";
import { findBank, type ListedBank } from "#lib/server/service/banks";
import { databaseTime } from "#lib/server/tables/database-clock";
import type { Db, TransferRow, Trx } from "#lib/server/tables/schema";
import { canonicalText } from "#lib/text/canonical-text";
import { neverCreated } from "#lib/transfer/transfer-status";

/**
 * Invariant: whatever may have been created for an account within the window is found, whoever created it. An account is
 * its number: one bank has two codes, lists rename banks, and the same number elsewhere by chance costs one tick. A token
 * is its symbol, on any network.
 */

/** How long an earlier payout to the same account counts as a possible duplicate. */
export const duplicateWindowMs = 24 * 60 * 60_000;

/** How long a reference counts as used. */
export const referenceWindowMs = 90 * 24 * 60 * 60_000;

const mostListed = 5;

/** For the review of a transfer: what else goes to its account, newest first, and whether one is like it. */
export async function findEarlierPayouts(input: SameAccountInput, actor: Actor): Promise<EarlierPayouts> {
  const ledger = await db();
  const newest = await toAccount(ledger, input).limit(mostListed).execute();
  return {
    twin: (await twinOf(ledger, input, actor)) ?? null,
    savedAccount: (await savedOf(ledger, input)) ?? null,
    renamedBank: (await renamedOf(ledger, input).catch(() => undefined)) ?? null,
    knownName: (await nameOf(ledger, input)) ?? null,
    sameReference: (await findSameReference(ledger, input, actor)) ?? null,
    newest: await Promise.all(newest.map((row) => toPayout(ledger, row, input, actor))),
  };
}

/** A payee who was chosen has its account from there, where every change was checked. */
async function nameOf(ledger: Db, { accountName, accountNumber, payeeId }: SameAccountInput) {
  if (accountName === undefined || payeeId !== undefined) return undefined;
  return findKnownName(ledger, { accountName, accountNumber });
}

function twinOf(ledger: Db, { amount, ...asked }: SameAccountInput, actor: Actor) {
  return amount === undefined ? undefined : findTwin(ledger, { ...asked, amount }, actor);
}

function savedOf(ledger: Db, input: SameAccountInput) {
  return input.payeeId === undefined ? findSavedAccount(ledger, input) : undefined;
}

/** Without a list of banks nothing is known. */
async function renamedOf(ledger: Db, input: SameAccountInput): Promise<RenamedBank | undefined> {
  return findRenamedBank(ledger, await findBank(defaultCountry, input), input);
}

/**
 * The bank, where the service's list has another name for it now than the transfer. Not asked again once a transfer to the
 * account was made under the new name.
 */
export async function findRenamedBank(
  ledger: Db | Trx,
  { bank, saved }: ListedBank,
  { accountNumber }: Pick<SameAccountInput, "accountNumber">,
): Promise<RenamedBank | undefined> {
  if (saved === undefined) return undefined;
  const confirmed = await ledger
    .selectFrom("transfers")
    .select("id")
    .where("account_number", "=", accountNumber)
    .where("bank_code", "=", bank.code)
    .where("bank_name", "=", bank.name)
    .where("submission", "not in", [...neverCreated])
    .limit(1)
    .executeTakeFirst();
  return confirmed === undefined ? { listed: bank.name, saved } : undefined;
}

/** The newest payout of the same token and amount; 100 and 100.00 are the same. */
export async function findTwin(
  ledger: Db | Trx,
  input: Asked & { amount: string },
  actor: Actor | null,
): Promise<EarlierPayout | undefined> {
  const { amount, asset } = input;
  const token = findAsset(env().assets, asset)?.fromCurrency ?? "";
  const plain = amount.includes(".") ? amount.replace(/\.?0+$/, "") : amount;
  const row = await toAccount(ledger, input)
    .where(({ eb, or }) =>
      or([eb("asset", "=", asset), eb(sql`lower(from_currency)`, "=", token.toLowerCase())]),
    )
    .where(sql`case when amount like '%.%' then rtrim(rtrim(amount, '0'), '.') else amount end`, "=", plain)
    .limit(1)
    .executeTakeFirst();
  return row && toPayout(ledger, row, input, actor);
}

/** The newest payout to the account or the payee with the same reference, however it is written. */
export async function findSameReference(
  ledger: Db | Trx,
  input: Asked & { reference?: string | undefined; payeeId?: string | undefined },
  actor: Actor | null,
): Promise<EarlierPayout | undefined> {
  const { reference, payeeId, accountNumber, id } = input;
  if (reference === undefined) return undefined;
  const newestOf = (column: "account_number" | "payee_id", value: string) =>
    payoutsWithin(ledger, id, referenceWindowMs)
      .where(column, "=", value)
      // Not by its index: a payroll gives thousands one reference, and each account few payouts.
      .where(sql`reference_key || ''`, "=", canonicalText(reference))
      .limit(1)
      .executeTakeFirst();
  const ofAccount = await newestOf("account_number", accountNumber);
  const ofPayee = payeeId === undefined ? undefined : await newestOf("payee_id", payeeId);
  const isPayeesNewer = (ofPayee?.created_at ?? "") > (ofAccount?.created_at ?? "");
  const row = isPayeesNewer ? ofPayee : ofAccount;
  return row && toPayout(ledger, row, input, actor);
}

/** What is asked about; `id`, where it is recorded already. */
type Asked = Pick<SameAccountInput, "asset" | "bankCode" | "accountNumber"> & { id?: string };

function toAccount(ledger: Db | Trx, { accountNumber, id }: Asked) {
  return payoutsWithin(ledger, id, duplicateWindowMs).where("account_number", "=", accountNumber);
}

const shown = [
  ...(["id", "amount", "asset", "from_currency", "network", "created_at"] as const),
  ...(["bank_code", "bank_name", "account_number"] as const),
] as const;

/** Newest first, without the transfer that asks. */
function payoutsWithin(ledger: Db | Trx, id: string | undefined, windowMs: number) {
  return ledger
    .selectFrom("transfers")
    .select(shown)
    .where("created_at", ">", databaseTime(ledger, -windowMs))
    .where("submission", "not in", [...neverCreated])
    .where("id", "<>", id ?? "")
    .orderBy("created_at", "desc");
}

async function toPayout(
  ledger: Db | Trx,
  row: Pick<TransferRow, (typeof shown)[number]>,
  asked: Asked,
  actor: Actor | null,
): Promise<EarlierPayout> {
  const by = await ledger
    .selectFrom("transfer_events")
    .leftJoin("people", "people.email", "transfer_events.person_name")
    .select(["person_name as email", calledName().as("name")])
    .where("transfer_id", "=", row.id)
    .where("kind", "=", "requested")
    .executeTakeFirst();
  const isNumberSame = row.account_number === asked.accountNumber;
  return {
    id: row.id,
    amount: row.amount as Amount,
    fromCurrency: row.from_currency,
    networkName:
      row.asset === asked.asset ? null : (findAsset(env().assets, row.asset)?.networkName ?? row.network),
    account: !isNumberSame ? "other" : row.bank_code === asked.bankCode ? "same" : "other_bank",
    bankName: row.bank_name,
    createdAt: row.created_at,
    by: by?.name || (by?.email ?? null),
    isOwn: actor !== null && by?.email === actor.person.email,
  };
}
