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
import { askPayeeGates } from "./payee-gates";
import { currentVersion, findPayee, mostPayees, noPayee, refuseSaved } from "./payees";
import { findProposed, lockPayeeRow } from "./proposals";

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
    // Under a name that is known with another account, it is a change of that one.
    const asks = howChecked === null ? [] : await askPayeeGates(trx, actor.person.id);
    const place = { id, n: 1, at, howChecked, waits: asks.length > 0 };
    const row = versionOf({ ...input, bankName: bank.name }, place, actor);
    await noteNames(trx, id, [input.name, input.accountName]);
    await insertVersion(trx, row, asks);
    await coverPayee(trx, id);
    const detail = { accountLastFour: row.account_number.slice(-4) };
    const action = asks.length > 0 ? "payee_account_proposed" : "payee_saved";
    await appendAudit(trx, { ...originOf(actor), action, recordId: id, detail });
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
    if (!before.isAgreed) throw waitsForAgreement();
    if ("name" in change) {
      if (before.name === change.name) return before;
      if (before.proposal !== null) throw waitsAlready();
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

/**
 * Makes another account the current one, or proposes it where a second person has to agree. Throws `payee_changed` if the
 * person saw an older version, and `not_possible_now` while another one waits.
 */
export async function changeAccount(id: string, input: CheckedVersionInput, actor: Actor): Promise<Payee> {
  const bank = await requireBank(defaultCountry, input);
  return inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "keep_payees");
    const payee = await lockPayee(trx, id);
    const now = need(await currentVersion(trx, id));
    const proposed = await findProposed(trx, id);
    // The answer to the same request was lost.
    if (proposed !== undefined && now.n === input.after && isSameAccount(proposed, input)) return payee;
    if (await isRepeat(trx, now, input)) return payee;
    if (now.n !== input.after) throw changedSince();
    if (proposed !== undefined) throw waitsAlready();
    if (isSameAccount(now, input)) throw new Problem("payee_exists", "The payee already has this account.");
    await holdValue(trx, "payees", "");
    const isMoved = now.bank_code !== input.bankCode || now.account_number !== input.accountNumber;
    if (isMoved && !payee.isArchived) await refuseSaved(trx, input);
    const asks = await askPayeeGates(trx, actor.person.id);
    const row = await addVersion(trx, now, { ...input, bankName: bank.name }, actor, asks);
    await noteNames(trx, id, [input.accountName]);
    const accountLastFour = row.account_number.slice(-4);
    await appendAudit(trx, {
      ...{ ...originOf(actor), recordId: id },
      ...(asks.length > 0
        ? { action: "payee_account_proposed", detail: { accountLastFour } }
        : {
            action: "payee_account_changed",
            detail: { oldLastFour: now.account_number.slice(-4), accountLastFour },
          }),
    });
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
  if (howChecked === null) return;
  if ((await findProposed(trx, id)) !== undefined) throw waitsAlready();
  // It would bring an account under a name that stands for another one.
  if ((await askPayeeGates(trx, actor.person.id)).length > 0) {
    const detail =
      "This name is known with another account, and by your rules a second person has to agree. Save it as a new payee under this name: that one waits for approval. Nothing was saved.";
    throw new Problem("not_possible_now", detail);
  }
  await addVersion(trx, now, { ...account, howChecked }, actor, []);
}

type Asks = Awaited<ReturnType<typeof askPayeeGates>>;

/** Makes it the current one, unless somebody has to agree first. */
async function addVersion(
  trx: Trx,
  now: PayeeVersionRow,
  account: Account & { bankName: string; howChecked: string },
  actor: Actor,
  asks: Asks,
): Promise<PayeeVersionRow> {
  const { payee_id: id } = now;
  const { newest } = await trx
    .selectFrom("payee_versions")
    .select(({ fn }) => fn.max("n").as("newest"))
    .where("payee_id", "=", id)
    .executeTakeFirstOrThrow();
  if (newest >= mostVersions)
    throw new Problem("not_possible_now", "This payee’s account has changed too often. Save a new payee.");
  const waits = asks.length > 0;
  if (!waits)
    await trx
      .updateTable("payee_versions")
      .set({ state: "past" })
      .where("payee_id", "=", id)
      .where("n", "=", now.n)
      .execute();
  const at = new Date().toISOString();
  const row = versionOf(account, { id, n: newest + 1, at, howChecked: account.howChecked, waits }, actor);
  await insertVersion(trx, row, asks);
  return row;
}

/** Whether the account that came after the one that was seen is the same. */
async function isRepeat(trx: Trx, now: PayeeVersionRow, input: CheckedVersionInput): Promise<boolean> {
  if (now.n <= input.after || !isSameAccount(now, input)) return false;
  const { before } = await trx
    .selectFrom("payee_versions")
    .select(({ fn }) => fn.max("n").as("before"))
    .where("payee_id", "=", now.payee_id)
    .where("state", "=", "past")
    .executeTakeFirstOrThrow();
  return before === input.after;
}

async function lockPayee(trx: Trx, id: string): Promise<Payee> {
  await lockPayeeRow(trx, id);
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
  place: { id: string; n: number; at: string; howChecked: string | null; waits: boolean },
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
    state: place.waits ? "proposed" : "current",
    at: place.at,
    person_name: actor.person.email,
    needs_agreement: place.waits ? 1 : 0,
    cover_key: randomUUID(),
  };
}

/** As it is now. One that still waits for its first line gets it at the next start. */
async function coverPayee(trx: Trx, id: string): Promise<void> {
  const row = await trx.selectFrom("payees").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  if (row.cover_key !== "") coverRecord(trx, "name-1", row);
}

async function insertVersion(trx: Trx, row: PayeeVersionRow, asks: Asks): Promise<void> {
  await trx.insertInto("payee_versions").values(row).execute();
  coverPayeeVersion(trx, row);
  for (const ask of asks) await ask(trx, { payeeId: row.payee_id, n: row.n });
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

/** It can only be agreed to, declined or withdrawn. */
function waitsForAgreement(): Problem {
  return new Problem("not_possible_now", "Nobody has agreed to this payee yet. Nothing was changed.");
}

function waitsAlready(): Problem {
  const detail =
    "A new account of this payee waits for approval. Nothing was saved. Withdraw it first, or wait.";
  return new Problem("not_possible_now", detail);
}

function changedSince(): Problem {
  return new Problem("payee_changed", "Its account has changed since you opened it. Nothing was saved.");
}
