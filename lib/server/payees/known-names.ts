import { isOneBank } from "#lib/bank/bank-names";
import { Problem } from "#lib/contract/problem";
import type { KnownName, SavedAccount } from "#lib/contract/same-account";
import type { Db, Trx } from "#lib/server/tables/schema";
import { canonicalText } from "#lib/text/canonical-text";
import { isSameName } from "#lib/text/plain-words";
import { neverCreated } from "#lib/transfer/transfer-status";
import { knownNameWords } from "#lib/words/same-account";

/**
 * Invariant: `payee_names` has every name that a payee or its account ever had. So a known name with another account is found
 * whatever was archived or renamed before, and is a change that somebody has to have checked.
 */

type Account = { bankCode: string; accountNumber: string };
type Named = { names: readonly string[]; account: Account };

/** Those that are there stay. */
export async function noteNames(trx: Trx, payeeId: string, names: readonly string[]): Promise<void> {
  const keys = new Set(names.map(canonicalText));
  await trx
    .insertInto("payee_names")
    .values([...keys].map((name_key) => ({ payee_id: payeeId, name_key })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Throws `name_known` where another payee has one of these names with another account, or this account number at another
 * bank, and nobody said how it was checked. Returns what is to be kept of that: null where nothing needed a check.
 */
export async function requireChecked(
  trx: Trx,
  payeeId: string,
  named: Named,
  howChecked: string | undefined,
): Promise<string | null> {
  const other = await otherAccount(trx, payeeId, named);
  if (other === undefined) return null;
  if (howChecked !== undefined) return howChecked;
  const detail = `${knownNameWords(other)} Nothing was saved. Say how you checked this one.`;
  throw new Problem("name_known", detail, { extra: { payeeId: other.payeeId } });
}

/** The newest account under one of these names, archived or not, that is another one. */
export async function otherAccount(
  ledger: Db | Trx,
  payeeId: string,
  { names, account }: Named,
): Promise<KnownName | undefined> {
  const row = await currentAccounts(ledger)
    .where("payees.id", "<>", payeeId)
    .where(({ eb, and, or, not }) => {
      const hasNumber = eb("account_number", "=", account.accountNumber);
      return and([
        not(and([hasNumber, eb("bank_code", "=", account.bankCode)])),
        or([
          eb("payees.id", "in", payeesNamed(ledger, names)),
          and([hasNumber, eb("archived_at", "is", null)]),
        ]),
      ]);
    })
    .limit(1)
    .executeTakeFirst();
  return row && toKnown(row);
}

/**
 * For a recipient who was typed in: the payee of this name, where none of that name is paid at this account number. Not
 * asked again once a transfer to the same account and name was made since that payee's account came.
 */
export async function findKnownName(
  ledger: Db | Trx,
  { accountName, accountNumber, id = "" }: { accountName: string; accountNumber: string; id?: string },
): Promise<KnownName | undefined> {
  const known = await currentAccounts(ledger)
    .where("payees.id", "in", payeesNamed(ledger, [accountName]))
    .execute();
  const [newest] = known;
  if (newest === undefined) return undefined;
  const inUse = known.filter(({ archived_at }) => archived_at === null);
  const isPaidThere = (inUse.length > 0 ? inUse : known).some((row) => row.account_number === accountNumber);
  if (isPaidThere) return undefined;
  if (await wasPaidAs(ledger, { accountNumber, accountName, since: newest.at, id })) return undefined;
  return toKnown(inUse[0] ?? newest);
}

const mostLookedThrough = 100;

/**
 * The payee who has this account, where that is under another account name than the given one. Not asked again once a transfer
 * to it under the given name was made since the payee's account came.
 */
export async function findSavedAccount(
  ledger: Db | Trx,
  { bankCode, bankName = "", accountNumber, accountName, id = "" }: SavedBy,
): Promise<SavedAccount | undefined> {
  const rows = await currentAccounts(ledger)
    .where("account_number", "=", accountNumber)
    .where("archived_at", "is", null)
    .execute();
  const bank = { code: bankCode, name: bankName };
  const saved = rows.filter(({ bank_code: code, bank_name: name }) => isOneBank(bank, { code, name }));
  const [newest] = saved;
  if (newest === undefined) return undefined;
  if (accountName !== undefined) {
    if (saved.some(({ account_name }) => isSameName(account_name, accountName))) return undefined;
    if (await wasPaidAs(ledger, { accountNumber, accountName, since: newest.at, id })) return undefined;
  }
  return { payeeId: newest.id, name: newest.name, accountName: newest.account_name };
}

type SavedBy = {
  bankCode: string;
  bankName?: string | undefined;
  accountNumber: string;
  accountName?: string | undefined;
  id?: string;
};

/** Whether a transfer to the account under the name was made since. */
async function wasPaidAs(
  ledger: Db | Trx,
  {
    accountNumber,
    accountName,
    since,
    id,
  }: { accountNumber: string; accountName: string; since: string; id: string },
): Promise<boolean> {
  const made = await ledger
    .selectFrom("transfers")
    .select("account_name")
    .where("account_number", "=", accountNumber)
    .where("created_at", ">", since)
    .where("submission", "not in", [...neverCreated])
    .where("id", "<>", id)
    .orderBy("created_at", "desc")
    .limit(mostLookedThrough)
    .execute();
  const key = canonicalText(accountName);
  return made.some(({ account_name }) => canonicalText(account_name) === key);
}

function payeesNamed(ledger: Db | Trx, names: readonly string[]) {
  return ledger
    .selectFrom("payee_names")
    .select("payee_id")
    .where("name_key", "in", names.map(canonicalText));
}

/** Of all payees, the newest first. */
function currentAccounts(ledger: Db | Trx) {
  return ledger
    .selectFrom("payees")
    .innerJoin("payee_versions", "payee_versions.payee_id", "payees.id")
    .select(["payees.id", "name", "archived_at", "at", "bank_code", "bank_name", "account_number"])
    .select("account_name")
    .where("state", "=", "current")
    .orderBy("at", "desc")
    .orderBy("payees.id");
}

type Row = {
  id: string;
  name: string;
  archived_at: string | null;
  bank_name: string;
  account_number: string;
};

function toKnown({ id, name, archived_at, bank_name, account_number }: Row): KnownName {
  const account = { bankName: bank_name, accountLastFour: account_number.slice(-4) };
  return { payeeId: id, name, isArchived: archived_at !== null, ...account };
}
