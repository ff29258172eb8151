import { templateWorkbook } from "#lib/features/bulk/server/template";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";

/** A workbook to fill in, with every payee that is in use. It has their whole account numbers, so who takes it is logged. */
export async function batchTemplate(actor: Actor): Promise<{ bytes: Uint8Array<ArrayBuffer>; name: string }> {
  const { isSandbox } = env();
  const payees = await inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "export");
    const rows = await trx
      .selectFrom("payees")
      .innerJoin("payee_versions", "payee_versions.payee_id", "payees.id")
      .select(["name", "bank_code", "bank_name", "account_number", "account_name"])
      .where("state", "=", "current")
      .where("archived_at", "is", null)
      .orderBy("name")
      .execute();
    const detail = { rows: `${rows.length}` };
    await appendAudit(trx, { ...originOf(actor), action: "batch_template_taken", recordId: null, detail });
    return rows;
  });
  const bytes = await templateWorkbook(
    payees.map((row) => ({
      ...{ name: row.name, bankName: row.bank_name, bankCode: row.bank_code },
      ...{ accountNumber: row.account_number, accountName: row.account_name },
    })),
    isSandbox,
  );
  return { bytes, name: `${isSandbox ? "SANDBOX-" : ""}payouts-template.xlsx` };
}
