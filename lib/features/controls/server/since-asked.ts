import type { ApprovalDetail } from "#lib/features/controls/controls-api";
import type { Amount } from "#lib/money/money";
import { listBanks } from "#lib/server/service/banks";
import type { RequestRow } from "#lib/server/tables/controls/control-rows";
import type { Db, TransferRow } from "#lib/server/tables/schema";
import { showInvisible } from "#lib/text/visible-text";

/** Invariant: reads only, as it is now. */

const mostNewest = 5;

/** As the approver must know it: each costs a look before they agree. */
export async function changesSince(
  ledger: Db,
  request: RequestRow,
  transfer: TransferRow,
  rulesNow: number,
): Promise<string[]> {
  const said: string[] = [];
  if (request.rules_n !== rulesNow) said.push("The rules have changed. The stricter ones count.");
  if (transfer.payee_id !== null && transfer.payee_version !== null) {
    const payee = await ledger
      .selectFrom("payees")
      .leftJoin("payee_versions", (join) =>
        join.onRef("payee_versions.payee_id", "=", "payees.id").on("payee_versions.state", "=", "current"),
      )
      .select(["archived_at", "n"])
      .where("payees.id", "=", transfer.payee_id)
      .executeTakeFirst();
    if (payee?.archived_at != null) said.push("The payee was archived.");
    else if (payee?.n !== transfer.payee_version) said.push("The payee’s account was changed.");
  }
  const twins = await ledger
    .selectFrom("transfers")
    .select("id")
    .where("account_number", "=", transfer.account_number)
    .where("created_at", ">", request.asked_at)
    .where("id", "<>", transfer.id)
    .limit(1)
    .execute();
  if (twins.length > 0) said.push("Another transfer to this account was created.");
  const renamed = await bankNow(transfer);
  if (renamed !== undefined)
    said.push(`The service now calls the bank of code ${transfer.bank_code} “${showInvisible(renamed)}”.`);
  return said;
}

/** The name that the service lists under the bank’s code, where it is another one; nothing where it lists none now. */
async function bankNow({ bank_code, bank_name, country }: TransferRow): Promise<string | undefined> {
  const { banks } = await listBanks(country).catch(() => ({ banks: [] }));
  const listed = banks.find(({ code }) => code === bank_code);
  return listed === undefined || listed.name === bank_name ? undefined : listed.name;
}

/** To the same account, the newest first. */
export async function newestTo(
  ledger: Db,
  { id, account_number }: TransferRow,
): Promise<ApprovalDetail["newest"]> {
  const rows = await ledger
    .selectFrom("transfers")
    .select(["id", "amount", "from_currency as token", "created_at", "status"])
    .where("account_number", "=", account_number)
    .where("id", "<>", id)
    .orderBy("created_at", "desc")
    .limit(mostNewest)
    .execute();
  return rows.map(({ created_at, amount, ...row }) => ({
    ...row,
    amount: amount as Amount,
    createdAt: created_at,
  }));
}
