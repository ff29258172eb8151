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

/** Most used first: those that can be paid, or that were archived, or that nobody has agreed to yet. */
export async function listPayees({ q = "", archived, waiting }: PayeeListInput): Promise<PayeeList> {
  const which = waiting === "yes" ? { isNew: true as const } : { isArchived: archived === "yes" };
  const all = await readPayees(await db(), which);
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

/**
 * The given version, or the current one (of a new payee that nobody has agreed to, its first), with the whole account number,
 * which is logged. Throws `not_found`.
 */
export async function openPayee(id: string, actor: Actor, n?: number): Promise<PayeeAccount> {
  return inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "read");
    const row =
      n === undefined
        ? ((await currentVersion(trx, id)) ?? (await findVersion(trx, id, 1)))
        : await findVersion(trx, id, n);
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

export async function findVersion(
  ledger: Db | Trx,
  id: string,
  n: number,
): Promise<PayeeVersionRow | undefined> {
  return ledger
    .selectFrom("payee_versions")
    .selectAll()
    .where("payee_id", "=", id)
    .where("n", "=", n)
    .executeTakeFirst();
}

/** Throws `payee_exists` where a payee that is not archived has the account. */
export async function refuseSaved(
  trx: Trx,
  account: { bankCode: string; accountNumber: string },
): Promise<void> {
  const payeeId = await payeeOfAccount(trx, account);
  if (payeeId === undefined) return;
  throw new Problem("payee_exists", "Another payee has this account. Nothing was saved.", {
    extra: { payeeId },
  });
}

/** `former`: by what an account of the same name is found. */
type Read = Payee & { former: Parameters<typeof otherAccount>[2] };

/** A payee that is new and that nobody has agreed to has no current version: its first one is shown. */
const newStates = ["proposed", "declined", "withdrawn", "expired"] as const;

async function readPayees(
  ledger: Db | Trx,
  which: { id: string } | { isArchived: boolean } | { isNew: true },
): Promise<Read[]> {
  let query = withAccounts(ledger);
  if ("id" in which) query = query.where("payees.id", "=", which.id);
  else {
    const isArchived = "isArchived" in which && which.isArchived;
    query = query
      .where("archived_at", isArchived ? "is not" : "is", null)
      .where("now.state", "=", "isNew" in which ? "proposed" : "current")
      .limit(mostPayees);
  }
  return (await query.execute()).map((row) => ({
    id: row.id,
    name: row.name,
    isArchived: row.archived_at !== null,
    isAgreed: row.state === "current",
    version: row.n,
    bankCode: row.bank_code,
    bankName: row.bank_name,
    accountLastFour: row.account_number.slice(-4),
    accountName: row.account_name,
    uses: Number(row.uses),
    change: row.state === "current" ? changeOf(row) : null,
    proposal: proposalOf(row),
    former: {
      names: [row.name, row.account_name],
      account: { bankCode: row.bank_code, accountNumber: row.account_number },
    },
  }));
}

/** Each with its current account, the one before, who agreed to it, and the one that waits. */
function withAccounts(ledger: Db | Trx) {
  const since = new Date(Date.now() - usesWindowMs).toISOString();
  return ledger
    .selectFrom("payees")
    .innerJoin("payee_versions as now", (join) =>
      join
        .onRef("now.payee_id", "=", "payees.id")
        .on(({ eb, and, or }) =>
          or([
            eb("now.state", "=", "current"),
            and([eb("now.n", "=", 1), eb("now.state", "in", [...newStates])]),
          ]),
        ),
    )
    .leftJoin("payee_decisions as agreed", (join) =>
      join.onRef("agreed.payee_id", "=", "now.payee_id").onRef("agreed.n", "=", "now.n"),
    )
    .leftJoin("people as second", "second.email", "agreed.person_name")
    .leftJoin("payee_versions as next", (join) =>
      join.onRef("next.payee_id", "=", "payees.id").on("next.state", "=", "proposed"),
    )
    .leftJoin("people as asker", "asker.email", "next.person_name")
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
      "now.state",
      "agreed.at as agreed_at",
      "agreed.person_name as agreed_email",
      calledName("second").as("agreed_name"),
      "next.n as next_n",
      "next.at as next_at",
      "next.person_name as next_email",
      calledName("asker").as("next_name"),
      "next.bank_name as next_bank",
      "next.account_number as next_number",
      "next.account_name as next_account_name",
      "next.how_checked as next_how",
      "before.bank_code as old_code",
      "before.bank_name as old_bank",
      "before.account_number as old_number",
      sql<number | string>`(select count(*) from (select 1 as one from transfers where payee_id = payees.id
        and created_at > ${since} limit ${mostUsesCounted}) as used)`.as("uses"),
    ]);
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
  agreed_at: string | null;
  agreed_email: string | null;
  agreed_name: string | null;
};

type NextRow = {
  next_n: number | null;
  next_at: string | null;
  next_email: string | null;
  next_name: string | null;
  next_bank: string | null;
  next_number: string | null;
  next_account_name: string | null;
  next_how: string | null;
};

function proposalOf(row: NextRow): Payee["proposal"] {
  const { next_n: n, next_at: at, next_bank, next_number, next_account_name } = row;
  if (n === null || at === null || next_bank === null || next_number === null || next_account_name === null)
    return null;
  return {
    ...{ n, at, by: row.next_name || row.next_email, byEmail: row.next_email },
    bankName: next_bank,
    ...{ accountLastFour: next_number.slice(-4), accountName: next_account_name, howChecked: row.next_how },
  };
}

function changeOf(row: ChangeRow): AccountChange | null {
  const { old_bank, old_number } = row;
  const hasOld = old_bank !== null && old_number !== null;
  // A check without an account before is of a name that was known with another account.
  if (!hasOld && row.how_checked === null) return null;
  const isSame = row.old_code === row.bank_code && old_number === row.account_number;
  const at = row.agreed_at ?? row.at;
  if (Date.now() - Date.parse(at) > changeWindowMs) return null;
  return {
    at,
    by: row.person || row.person_name,
    agreedBy: row.agreed_name || row.agreed_email,
    from: hasOld && !isSame ? { bankName: old_bank, accountLastFour: old_number.slice(-4) } : null,
    to: { bankName: row.bank_name, accountLastFour: row.account_number.slice(-4) },
  };
}
