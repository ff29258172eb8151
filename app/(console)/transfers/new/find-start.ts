import type { TransferWithEvents } from "#lib/contract/api";
import type { Payee, PayeeAccount } from "#lib/contract/payees";
import type { Actor } from "#lib/server/auth/actor";
import { db } from "#lib/server/database/db";
import { recordAccountView } from "#lib/server/ledger/account-views";
import { findTransfer } from "#lib/server/ledger/transfers";
import { findPayee, openPayee, payeeOfAccount } from "#lib/server/payees/payees";
import type { ChosenPayee } from "./transfer-form";

/** A payee in the address that can't be paid. */
export type MissedPayee = { kind: "archived"; id: string; name: string } | { kind: "not_found" };

type Start = { transfer: TransferWithEvents | undefined } & (
  | { payee: ChosenPayee; account: PayeeAccount }
  | { payee: undefined; account?: undefined; missed?: MissedPayee }
);

/** The transfer that is paid again, and the payee; either's whole account number is logged as seen. */
export async function findStart(
  again: string | undefined,
  payeeId: string | undefined,
  actor: Actor,
): Promise<Start> {
  const ledger = await db();
  const transfer = again === undefined ? undefined : await findTransfer(again);
  const wanted = payeeId ?? transfer?.payeeId ?? (transfer && (await payeeOfAccount(ledger, transfer)));
  const found = wanted === undefined ? undefined : await findPayee(ledger, wanted);
  if (found !== undefined && !found.isArchived) {
    const account = await openPayee(found.id, actor);
    const { id, name, change } = found;
    return { transfer, payee: { id, name, change, version: account.version }, account };
  }
  const missed = payeeId === undefined ? {} : { missed: missedOf(found) };
  if (transfer !== undefined) await recordAccountView(transfer, actor);
  return { transfer, payee: undefined, ...missed };
}

function missedOf(found: Payee | undefined): MissedPayee {
  return found === undefined ? { kind: "not_found" } : { kind: "archived", id: found.id, name: found.name };
}

/** For when it could not be read. */
export function nothingChosen(payeeId: string | undefined): Start {
  return {
    transfer: undefined,
    payee: undefined,
    ...(payeeId !== undefined && { missed: missedOf(undefined) }),
  };
}
