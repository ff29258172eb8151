import { sql } from "kysely";
import {
  type AccountChange,
  mostUsesCounted,
  type Payee,
  type PayeeAccount,
  type PayeeList,
  type PayeeListInput,
} from "#lib/contract/payees";
import { Problem } from "#lib/contract/problem";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { db } from "#lib/server/database/db";
import { calledName } from "#lib/server/database/person-name";
import type { PayeeVersionRow } from "#lib/server/tables/payee-rows";
import type { Db, Trx } from "#lib/server/tables/schema";
import { plainWords } from "#lib/text/plain-words";
import { otherAccount } from "./known-names";

/** Invariant: a whole account number leaves this room only through `openPayee`, which writes that down first. */

/** Not archived; so a list is read whole, and its order and its search need no index. */
export const mostPayees = 1_000;
const mostListed = 50;
const usesWindowMs = 90 * 24 * 60 * 60_000;
/** How long an account change is shown. */
const changeWindowMs = 30 * 24 * 60 * 60_000;

/** Most used first. */
export async function listPayees({ q = "", archived }: PayeeListInput): Promise<PayeeList> {
  const all = await readPayees(await db(), { isArchived: archived === "yes" });
  const words = plainWords(q);
  const fitting = all.filter(({ name, accountName }) => {
    const own = plainWords(`${name} ${accountName}`);
    return words.every((word) => own.some((each) => each.startsWith(word)));
  });
  fitting.sort((a, b) => b.uses - a.uses || a.name.localeCompare(b.name, "en"));
  const payees = [];
  for (const payee of fitting.slice(0, mostListed)) payees.push(await withFormer(await db(), payee));
  return { payees, total: fitting.length };
}

/** `undefined` if there is none. */
export async function findPayee(ledger: Db | Trx, id: string): Promise<Payee | undefined> {
  const [payee] = await readPayees(ledger, { id });
  return payee && withFormer(ledger, payee);
}

/** Where the name had another account with another payee, the change is from that one. */
async function withFormer(ledger: Db | Trx, { former, ...payee }: Read): Promise<Payee> {
  if (payee.change === null || payee.change.from !== null) return payee;
  const other = await otherAccount(ledger, payee.id, former);
  if (other === undefined) return payee;
  const { bankName, accountLastFour } = other;
  return { ...payee, change: { ...payee.change, from: { bankName, accountLastFour } } };
}

/** The payee that is paid at this account now, and not archived. */
export async function payeeOfAccount(
  ledger: Db | Trx,
  { bankCode, accountNumber }: { bankCode: string; accountNumber: string },
): Promise<string | undefined> {
  const row = await ledger
    .selectFrom("payee_versions")
    .innerJoin("payees", "payees.id", "payee_versions.payee_id")
    .select("payee_id")
    .where("bank_code", "=", bankCode)
    .where("account_number", "=", accountNumber)
    .where("state", "=", "current")
    .where("archived_at", "is", null)
    .executeTakeFirst();
  return row?.payee_id;
}

/** The current version with the whole account number, which is logged. Throws `not_found`. */
export async function openPayee(id: string, actor: Actor): Promise<PayeeAccount> {
  return inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "read");
    const row = await currentVersion(trx, id);
    if (row === undefined) throw noPayee();
    const detail = { accountLastFour: row.account_number.slice(-4) };
    await appendAudit(trx, { ...originOf(actor), action: "payee_account_shown", recordId: id, detail });
    return {
      version: row.n,
      bankCode: row.bank_code,
      bankName: row.bank_name,
      accountNumber: row.account_number,
      accountName: row.account_name,
    };
  });
}

export function noPayee(): Problem {
  return new Problem("not_found", "No payee has this ID.");
}

export async function currentVersion(ledger: Db | Trx, id: string): Promise<PayeeVersionRow | undefined> {
  return ledger
    .selectFrom("payee_versions")
    .selectAll()
    .where("payee_id", "=", id)
    .where("state", "=", "current")
    .executeTakeFirst();
}

/** `former`: by what an account of the same name is found. */
type Read = Payee & { former: Parameters<typeof otherAccount>[2] };

async function readPayees(
  ledger: Db | Trx,
  which: { id: string } | { isArchived: boolean },
): Promise<Read[]> {
  const since = new Date(Date.now() - usesWindowMs).toISOString();
  let query = ledger
    .selectFrom("payees")
    .innerJoin("payee_versions as now", (join) =>
      join.onRef("now.payee_id", "=", "payees.id").on("now.state", "=", "current"),
    )
    .leftJoin("payee_versions as before", (join) =>
      join
        .onRef("before.payee_id", "=", "payees.id")
        .on(
          "before.n",
          "=",
          sql<number>`(select max(n) from payee_versions where payee_id = payees.id and state = 'past')`,
        ),
    )
    .leftJoin("people", "people.email", "now.person_name")
    .select([
      "payees.id",
      "payees.name",
      "payees.archived_at",
      "now.n",
      "now.at",
      "now.person_name",
      calledName().as("person"),
      "now.bank_code",
      "now.bank_name",
      "now.account_number",
      "now.account_name",
      "now.how_checked",
      "before.bank_code as old_code",
      "before.bank_name as old_bank",
      "before.account_number as old_number",
      sql<number | string>`(select count(*) from (select 1 as one from transfers where payee_id = payees.id
        and created_at > ${since} limit ${mostUsesCounted}) as used)`.as("uses"),
    ]);
  query =
    "id" in which
      ? query.where("payees.id", "=", which.id)
      : query.where("archived_at", which.isArchived ? "is not" : "is", null).limit(mostPayees);
  return (await query.execute()).map((row) => ({
    id: row.id,
    name: row.name,
    isArchived: row.archived_at !== null,
    version: row.n,
    bankCode: row.bank_code,
    bankName: row.bank_name,
    accountLastFour: row.account_number.slice(-4),
    accountName: row.account_name,
    uses: Number(row.uses),
    change: changeOf(row),
    former: {
      names: [row.name, row.account_name],
      account: { bankCode: row.bank_code, accountNumber: row.account_number },
    },
  }));
}

type ChangeRow = {
  at: string;
  person_name: string | null;
  person: string | null;
  bank_code: string;
  bank_name: string;
  account_number: string;
  how_checked: string | null;
  old_code: string | null;
  old_bank: string | null;
  old_number: string | null;
};

function changeOf(row: ChangeRow): AccountChange | null {
  const { old_bank, old_number } = row;
  const hasOld = old_bank !== null && old_number !== null;
  // A check without an account before is of a name that was known with another account.
  if (!hasOld && row.how_checked === null) return null;
  const isSame = row.old_code === row.bank_code && old_number === row.account_number;
  if (Date.now() - Date.parse(row.at) > changeWindowMs) return null;
  return {
    at: row.at,
    by: row.person || row.person_name,
    from: hasOld && !isSame ? { bankName: old_bank, accountLastFour: old_number.slice(-4) } : null,
    to: { bankName: row.bank_name, accountLastFour: row.account_number.slice(-4) },
  };
}
