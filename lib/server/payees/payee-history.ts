import type { PayeeVersion, PayeeWithHistory } from "#lib/contract/payees";
import { type Amount, addAmounts } from "#lib/money/money";
import { db } from "#lib/server/database/db";
import { calledName } from "#lib/server/database/person-name";
import type { Db } from "#lib/server/tables/schema";
import { findConfirmation } from "./name-confirmations";
import { findPayee, findVersion, noPayee } from "./payees";

/** Invariant: what is counted is bounded, and sums are exact decimals. */

const mostCounted = 10_000;

/** Throws `not_found`. */
export async function readPayee(id: string): Promise<PayeeWithHistory> {
  const ledger = await db();
  const payee = await findPayee(ledger, id);
  const current = payee && (await findVersion(ledger, id, payee.version));
  if (payee === undefined || current === undefined) throw noPayee();
  const [versions, nameConfirmed, counted, newest] = await Promise.all([
    readVersions(ledger, id),
    findConfirmation(ledger, { payeeId: id, n: payee.version }),
    countTransfers(ledger, id),
    ledger
      .selectFrom("transfers")
      .select("id")
      .where("account_number", "=", current.account_number)
      .orderBy("created_at", "desc")
      .limit(1)
      .executeTakeFirst(),
  ]);
  return { ...payee, versions, nameConfirmed, ...counted, accountTransfer: newest?.id ?? null };
}

async function readVersions(ledger: Db, id: string): Promise<PayeeVersion[]> {
  const rows = await ledger
    .selectFrom("payee_versions")
    .leftJoin("people", "people.email", "payee_versions.person_name")
    .leftJoin("payee_decisions as decision", (join) =>
      join
        .onRef("decision.payee_id", "=", "payee_versions.payee_id")
        .onRef("decision.n", "=", "payee_versions.n"),
    )
    .leftJoin("people as second", "second.email", "decision.person_name")
    .selectAll("payee_versions")
    .select(calledName().as("person"))
    .select(["decision.at as ended_at", "decision.reason", "decision.person_name as ended_email"])
    .select(calledName("second").as("ended_name"))
    .where("payee_versions.payee_id", "=", id)
    .orderBy("payee_versions.n", "desc")
    .execute();
  return rows.map((row) => ({
    n: row.n,
    bankCode: row.bank_code,
    bankName: row.bank_name,
    accountLastFour: row.account_number.slice(-4),
    accountName: row.account_name,
    howChecked: row.how_checked,
    state: row.state,
    at: row.at,
    by: row.person || row.person_name,
    decision:
      row.ended_at === null
        ? null
        : { by: row.ended_name || row.ended_email, at: row.ended_at, reason: row.reason },
  }));
}

async function countTransfers(ledger: Db, id: string): Promise<Pick<PayeeWithHistory, "totals" | "isMore">> {
  const rows = await ledger
    .selectFrom("transfers")
    .select(["from_currency", "amount", "status"])
    .where("payee_id", "=", id)
    .orderBy("created_at", "desc")
    .limit(mostCounted + 1)
    .execute();
  const totals = new Map<string, PayeeWithHistory["totals"][number]>();
  for (const { from_currency: token, amount, status } of rows.slice(0, mostCounted)) {
    const sum = totals.get(token) ?? { token, transfers: 0, paid: 0, paidAmount: "0" as Amount };
    sum.transfers += 1;
    if (status === "paid") {
      sum.paid += 1;
      sum.paidAmount = addAmounts(sum.paidAmount, amount as Amount);
    }
    totals.set(token, sum);
  }
  const byToken = [...totals.values()].sort((a, b) => (a.token < b.token ? -1 : 1));
  return { totals: byToken, isMore: rows.length > mostCounted };
}
