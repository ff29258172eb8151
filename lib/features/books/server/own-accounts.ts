import { randomUUID } from "node:crypto";
import type { Payee } from "#lib/contract/payees";
import { Problem } from "#lib/contract/problem";
import type { OwnAccountInput } from "#lib/features/books/books-input";
import { appendAudit } from "#lib/server/audit/audit";
import { coverRecord } from "#lib/server/audit/cover";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { db } from "#lib/server/database/db";
import { currentVersion, findPayee, noPayee } from "#lib/server/payees/payees";
import { lockPayeeRow } from "#lib/server/payees/proposals";
import type { OwnAccountRow } from "#lib/server/tables/books/book-rows";
import { readDatabaseTime } from "#lib/server/tables/database-clock";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db, Trx } from "#lib/server/tables/schema";

/**
 * Which payees' accounts belong to the business. Invariant: the mark is of one version: a payee that gets another account is no
 * own account until somebody says so again, and what was read of the old one stays with the old one.
 */

/** Each is counted anew for the list. */
const mostAccounts = 50;

/** Says that a payee's account is the business's own, or isn't. A repeat changes nothing. Throws `payee_changed`. */
export async function markOwn(
  payeeId: string,
  { version, isOwn }: OwnAccountInput,
  actor: Actor,
): Promise<Payee> {
  return inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "keep_books", true);
    await lockPayeeRow(trx, payeeId);
    const payee = await findPayee(trx, payeeId);
    const now = await currentVersion(trx, payeeId);
    if (payee === undefined) throw noPayee();
    if (now === undefined || now.n !== Number(version))
      throw new Problem("payee_changed", "Its account has changed since you opened it. Nothing was saved.");
    const { bank_code, account_number } = now;
    const found = await findByAccount(trx, { bank_code, account_number });
    // A statement that is being brought writes the same row.
    if (found !== undefined) await lockAccount(trx, found.id);
    const known = found && (await findByAccount(trx, { bank_code, account_number }));
    const isMarked = known !== undefined && known.ended_at === null && known.payee_id === payeeId;
    if (isOwn === (isMarked && known.n === now.n)) return payee;
    const [at, by] = [await readDatabaseTime(trx), actor.person.id];
    if (!isOwn && known === undefined) return payee;
    if (isOwn && known === undefined) await requireRoom(trx);
    const before = known ?? { id: randomUUID(), bank_code, account_number, form: null };
    const row: OwnAccountRow = isOwn
      ? {
          ...{ ...before, payee_id: payeeId, n: now.n, marked_at: at, marked_by: by },
          ...{ ended_at: null, ended_by: null },
        }
      : { ...(before as OwnAccountRow), ended_at: at, ended_by: by };
    await writeAccount(trx, row, known === undefined);
    await appendAudit(trx, {
      ...{ ...originOf(actor), recordId: payeeId, detail: { accountLastFour: account_number.slice(-4) } },
      action: isOwn ? "own_account_marked" : "own_account_unmarked",
    });
    return payee;
  });
}

/** Covered by the act's own audit entry, which follows. */
export async function writeAccount(trx: Trx, row: OwnAccountRow, isNew = false): Promise<void> {
  if (isNew) await trx.insertInto("own_accounts").values(row).execute();
  else await trx.updateTable("own_accounts").set(row).where("id", "=", row.id).execute();
  coverRecord(trx, "own-account-1", row);
}

async function requireRoom(trx: Trx): Promise<void> {
  const { count } = await trx
    .selectFrom("own_accounts")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  if (Number(count) < mostAccounts) return;
  throw new Problem("not_possible_now", `There are ${mostAccounts} own accounts. Nothing was saved.`);
}

function findByAccount(trx: Trx, account: Pick<OwnAccountRow, "bank_code" | "account_number">) {
  return trx
    .selectFrom("own_accounts")
    .selectAll()
    .where("bank_code", "=", account.bank_code)
    .where("account_number", "=", account.account_number)
    .executeTakeFirst();
}

/** An own account with its payee. `isMarked`: the mark stands, and the payee still has the account. */
export type KnownAccount = OwnAccountRow & {
  payeeName: string;
  bankName: string;
  accountName: string;
  isMarked: boolean;
};

/** Those that are marked first, by the names of their payees. */
export async function listAccounts(ledger: Db | Trx, id?: string): Promise<KnownAccount[]> {
  const rows = await ledger
    .selectFrom("own_accounts")
    .innerJoin("payees", "payees.id", "own_accounts.payee_id")
    .innerJoin("payee_versions as version", (join) =>
      join.onRef("version.payee_id", "=", "own_accounts.payee_id").onRef("version.n", "=", "own_accounts.n"),
    )
    .selectAll("own_accounts")
    .select(["payees.name", "version.bank_name", "version.account_name", "version.state", "archived_at"])
    .$if(id !== undefined, (query) => query.where("own_accounts.id", "=", id ?? ""))
    .execute();
  return rows
    .map(({ name, bank_name, account_name, state, archived_at, ...row }) => ({
      ...row,
      ...{ payeeName: name, bankName: bank_name, accountName: account_name },
      isMarked: row.ended_at === null && state === "current" && archived_at === null,
    }))
    .sort((a, b) => Number(b.isMarked) - Number(a.isMarked) || a.payeeName.localeCompare(b.payeeName, "en"));
}

/** Of a payee, where this version of it is marked. */
export async function ownAccountOf(
  ledger: Db | Trx,
  { id, version }: { id: string; version: number },
): Promise<string | undefined> {
  const row = await ledger
    .selectFrom("own_accounts")
    .select("id")
    .where("payee_id", "=", id)
    .where("n", "=", version)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return row?.id;
}

export async function findAccount(ledger: Db | Trx, id: string): Promise<KnownAccount> {
  const [account] = await listAccounts(ledger, id);
  if (account === undefined) throw new Problem("not_found", "No own account has this ID.");
  return account;
}

/** What is read of an account and matched in it happens one after the other: this lock comes before those of transfers. */
export async function lockAccount(trx: Trx, id: string): Promise<KnownAccount> {
  if (isPostgres(trx))
    await trx.selectFrom("own_accounts").select("id").where("id", "=", id).forUpdate().execute();
  else
    await trx
      .updateTable("own_accounts")
      .set(({ ref }) => ({ n: ref("n") }))
      .where("id", "=", id)
      .execute();
  return findAccount(trx, id);
}

/** Throws `not_possible_now` where it is marked no more. */
export function requireMarked({ isMarked }: KnownAccount): void {
  if (isMarked) return;
  const detail = "This is no own account any more: its payee has another account, or the mark was taken off.";
  throw new Problem("not_possible_now", `${detail} Nothing was saved.`);
}
