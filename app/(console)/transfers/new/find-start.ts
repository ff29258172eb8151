import type { TransferWithEvents } from "#lib/contract/api";
import type { PayeeAccount } from "#lib/contract/payees";
import type { Actor } from "#lib/server/auth/actor";
import { db } from "#lib/server/database/db";
import { recordAccountView } from "#lib/server/ledger/account-views";
import { findTransfer } from "#lib/server/ledger/transfers";
import { findPayee, openPayee, payeeOfAccount } from "#lib/server/payees/payees";
import type { ChosenPayee } from "./transfer-form";

type Start = { transfer: TransferWithEvents | undefined } & (
  | { payee: ChosenPayee; account: PayeeAccount }
  | { payee: undefined }
);

/** The transfer that is paid again, and the payee; either's whole account number is logged as seen. */
export async function findStart(
  again: string | undefined,
  payeeId: string | undefined,
  actor: Actor,
): Promise<Start | undefined> {
  if (again === undefined && payeeId === undefined) return undefined;
  const ledger = await db();
  const transfer = again === undefined ? undefined : await findTransfer(again);
  const wanted = payeeId ?? transfer?.payeeId ?? (transfer && (await payeeOfAccount(ledger, transfer)));
  const found = wanted === undefined ? undefined : await findPayee(ledger, wanted);
  if (found !== undefined && !found.isArchived) {
    const account = await openPayee(found.id, actor);
    const { id, name, change } = found;
    return { transfer, payee: { id, name, change, version: account.version }, account };
  }
  if (transfer === undefined) return undefined;
  await recordAccountView(transfer, actor);
  return { transfer, payee: undefined };
}
