import { randomUUID } from "node:crypto";
import { defaultCountry } from "#lib/asset/defaults";
import type { CheckedVersionInput, Payee, PayeeChange, PayeeInput } from "#lib/contract/payees";
import { Problem } from "#lib/contract/problem";
import { appendAudit } from "#lib/server/audit/audit";
import { coverPayeeVersion, coverRecord } from "#lib/server/audit/cover";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { db } from "#lib/server/database/db";
import { requireBank } from "#lib/server/service/banks";
import type { PayeeVersionRow } from "#lib/server/tables/payee-rows";
import type { Trx } from "#lib/server/tables/schema";
import { holdValue } from "#lib/server/tables/value-lock";
import { noteNames, requireChecked } from "./known-names";
import { currentVersion, findPayee, mostPayees, noPayee, payeeOfAccount } from "./payees";

/** Invariant: a version never changes but its state, and each act and its audit entry, which covers the version, are one
 * transaction. */

/** An account that changes more often is another payee. */
const mostVersions = 100;

type Account = Pick<PayeeInput, "bankCode" | "bankName" | "accountNumber" | "accountName">;

/** Throws `payee_exists` for an account that is saved, so a repeat saves nothing twice. */
export async function savePayee(input: PayeeInput, actor: Actor): Promise<Payee> {
  const bank = await requireBank(defaultCountry, input);
  return inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "keep_payees");
    const id = randomUUID();
    const at = new Date().toISOString();
    // Writing first takes the lock of a file.
    await trx
      .insertInto("payees")
      .values({ id, name: input.name, created_at: at, archived_at: null, cover_key: randomUUID() })
      .execute();
    await holdValue(trx, "payees", "");
    await refuseSaved(trx, input);
    await requireRoom(trx);
    const howChecked = await requireChecked(trx, id, namesOf(input.name, input), input.howChecked);
    const row = versionOf({ ...input, bankName: bank.name }, { id, n: 1, at, howChecked }, actor);
    await noteNames(trx, id, [input.name, input.accountName]);
    await insertVersion(trx, row);
    await coverPayee(trx, id);
    const detail = { accountLastFour: row.account_number.slice(-4) };
    await appendAudit(trx, { ...originOf(actor), action: "payee_saved", recordId: id, detail });
    return need(await findPayee(trx, id));
  });
}

/** Renames, archives or brings back. A repeat changes nothing. Throws `not_found`. */
export async function changePayee(id: string, change: PayeeChange, actor: Actor): Promise<Payee> {
  return inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "keep_payees");
    const before = await lockPayee(trx, id);
    const set = async (values: { name: string } | { archived_at: string | null }) => {
      await trx.updateTable("payees").set(values).where("id", "=", id).execute();
      await coverPayee(trx, id);
    };
    if ("name" in change) {
      if (before.name === change.name) return before;
      await holdValue(trx, "payees", "");
      await recheck(trx, id, [change.name], change.howChecked, actor);
      await set({ name: change.name });
      await noteNames(trx, id, [change.name]);
      await appendAudit(trx, { ...originOf(actor), action: "payee_renamed", recordId: id, detail: {} });
      return need(await findPayee(trx, id));
    }
    if (before.isArchived === change.isArchived) return before;
    if (!change.isArchived) {
      await holdValue(trx, "payees", "");
      const { bank_code: bankCode, account_number: accountNumber } = need(await currentVersion(trx, id));
      await refuseSaved(trx, { bankCode, accountNumber });
      await recheck(trx, id, [before.name, before.accountName], change.howChecked, actor);
    }
    await set({ archived_at: change.isArchived ? new Date().toISOString() : null });
    if (!change.isArchived) await requireRoom(trx);
    const action = change.isArchived ? "payee_archived" : "payee_brought_back";
    await appendAudit(trx, { ...originOf(actor), action, recordId: id, detail: {} });
    return need(await findPayee(trx, id));
  });
}

/** Makes another account the current one. Throws `payee_changed` if the person saw an older version. */
export async function changeAccount(id: string, input: CheckedVersionInput, actor: Actor): Promise<Payee> {
  const bank = await requireBank(defaultCountry, input);
  return inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "keep_payees");
    const payee = await lockPayee(trx, id);
    const now = need(await currentVersion(trx, id));
    // The answer to the same request was lost.
    if (now.n === input.after + 1 && isSameAccount(now, input)) return payee;
    if (now.n !== input.after) throw changedSince();
    if (isSameAccount(now, input)) throw new Problem("payee_exists", "The payee already has this account.");
    await holdValue(trx, "payees", "");
    const isMoved = now.bank_code !== input.bankCode || now.account_number !== input.accountNumber;
    if (isMoved && !payee.isArchived) await refuseSaved(trx, input);
    const row = await addVersion(trx, now, { ...input, bankName: bank.name }, actor);
    await noteNames(trx, id, [input.accountName]);
    const detail = {
      oldLastFour: now.account_number.slice(-4),
      accountLastFour: row.account_number.slice(-4),
    };
    await appendAudit(trx, { ...originOf(actor), action: "payee_account_changed", recordId: id, detail });
    return need(await findPayee(trx, id));
  });
}

/** Under a name that is known with another account, the same account is a new version, which says how it was checked. */
async function recheck(
  trx: Trx,
  id: string,
  names: string[],
  given: string | undefined,
  actor: Actor,
): Promise<void> {
  const now = need(await currentVersion(trx, id));
  const account = accountOf(now);
  const howChecked = await requireChecked(trx, id, { names, account }, given);
  if (howChecked !== null) await addVersion(trx, now, { ...account, howChecked }, actor);
}

/** Makes it the current one. */
async function addVersion(
  trx: Trx,
  now: PayeeVersionRow,
  account: Account & { bankName: string; howChecked: string },
  actor: Actor,
): Promise<PayeeVersionRow> {
  const { payee_id: id, n } = now;
  if (n >= mostVersions)
    throw new Problem("not_possible_now", "This payee’s account has changed too often. Save a new payee.");
  await trx
    .updateTable("payee_versions")
    .set({ state: "past" })
    .where("payee_id", "=", id)
    .where("n", "=", n)
    .execute();
  const place = { id, n: n + 1, at: new Date().toISOString(), howChecked: account.howChecked };
  const row = versionOf(account, place, actor);
  await insertVersion(trx, row);
  return row;
}

/** An update that changes nothing is a lock on both engines. */
async function lockPayee(trx: Trx, id: string): Promise<Payee> {
  await trx
    .updateTable("payees")
    .set(({ ref }) => ({ name: ref("name") }))
    .where("id", "=", id)
    .execute();
  const payee = await findPayee(trx, id);
  if (payee === undefined) throw noPayee();
  return payee;
}

function need<Row>(row: Row | undefined): Row {
  if (row === undefined) throw noPayee();
  return row;
}

function isSameAccount(row: PayeeVersionRow, account: Account): boolean {
  return (
    row.bank_code === account.bankCode &&
    (account.bankName === undefined || row.bank_name === account.bankName) &&
    row.account_number === account.accountNumber &&
    row.account_name === account.accountName
  );
}

function accountOf(row: PayeeVersionRow) {
  const { bank_code, bank_name, account_number, account_name } = row;
  return {
    bankCode: bank_code,
    bankName: bank_name,
    accountNumber: account_number,
    accountName: account_name,
  };
}

function namesOf(name: string, { accountName, ...account }: Account) {
  return { names: [name, accountName], account };
}

function versionOf(
  account: Account & { bankName: string },
  place: { id: string; n: number; at: string; howChecked: string | null },
  actor: Actor,
): PayeeVersionRow {
  return {
    payee_id: place.id,
    n: place.n,
    bank_code: account.bankCode,
    bank_name: account.bankName,
    account_number: account.accountNumber,
    account_name: account.accountName,
    how_checked: place.howChecked,
    state: "current",
    at: place.at,
    person_name: actor.person.email,
    cover_key: randomUUID(),
  };
}

/** As it is now. One that still waits for its first line gets it at the next start. */
async function coverPayee(trx: Trx, id: string): Promise<void> {
  const row = await trx.selectFrom("payees").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  if (row.cover_key !== "") coverRecord(trx, "name-1", row);
}

async function insertVersion(trx: Trx, row: PayeeVersionRow): Promise<void> {
  await trx.insertInto("payee_versions").values(row).execute();
  coverPayeeVersion(trx, row);
}

async function refuseSaved(trx: Trx, account: { bankCode: string; accountNumber: string }): Promise<void> {
  const payeeId = await payeeOfAccount(trx, account);
  if (payeeId === undefined) return;
  throw new Problem("payee_exists", "Another payee has this account. Nothing was saved.", {
    extra: { payeeId },
  });
}

async function requireRoom(trx: Trx): Promise<void> {
  const { count } = await trx
    .selectFrom("payees")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("archived_at", "is", null)
    .executeTakeFirstOrThrow();
  if (Number(count) <= mostPayees) return;
  throw new Problem(
    "not_possible_now",
    `There are ${mostPayees} payees. Archive one first. Nothing was saved.`,
  );
}

function changedSince(): Problem {
  return new Problem("payee_changed", "Its account has changed since you opened it. Nothing was saved.");
}
