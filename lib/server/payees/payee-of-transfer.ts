import type { Payee } from "#lib/contract/payees";
import { Problem } from "#lib/contract/problem";
import type { Db, Trx } from "#lib/server/tables/schema";
import { currentVersion, findPayee, payeeOfAccount } from "./payees";

type Paid = {
  payeeId?: string | undefined;
  payeeVersion?: number | undefined;
  bankCode: string;
  accountNumber: string;
  accountName: string;
};

/** Locks the payee, whose current version must be what the transfer says. Throws `payee_changed`. */
export async function requirePayee(trx: Trx, input: Paid): Promise<void> {
  const { payeeId, payeeVersion } = input;
  if (payeeId === undefined) return;
  await trx
    .updateTable("payees")
    .set(({ ref }) => ({ name: ref("name") }))
    .where("id", "=", payeeId)
    .execute();
  const payee = await trx.selectFrom("payees").selectAll().where("id", "=", payeeId).executeTakeFirst();
  const now = await currentVersion(trx, payeeId);
  const why = (text: string) =>
    new Problem("payee_changed", `${text} Nothing was created.`, { extra: { payeeId } });
  if (payee === undefined || now === undefined) throw why("No payee has this ID.");
  if (payee.archived_at !== null) throw why("This payee is archived.");
  const isSame =
    now.n === payeeVersion &&
    now.bank_code === input.bankCode &&
    now.account_number === input.accountNumber &&
    now.account_name === input.accountName;
  if (!isSame) throw why("This payee’s account has changed. Choose the payee again.");
}

/** Who is paid: the payee that was chosen, else the one who has this account now. */
export async function payeeOfTransfer(
  ledger: Db | Trx,
  transfer: { payeeId: string | null; bankCode: string; accountNumber: string },
): Promise<Payee | undefined> {
  const id = transfer.payeeId ?? (await payeeOfAccount(ledger, transfer));
  return id === undefined ? undefined : findPayee(ledger, id);
}
