import type { PayeeWithHistory } from "#lib/contract/payees";
import { ownAccountOf } from "#lib/features/books/server/own-accounts";
import { db } from "#lib/server/database/db";
import { OwnAccountMark } from "./own-account-mark";

/** On a payee’s page. */
export async function OwnAccount({ payee, mayMark }: { payee: PayeeWithHistory; mayMark: boolean }) {
  const accountId = await ownAccountOf(await db(), payee);
  if (accountId === undefined && !mayMark) return null;
  return (
    <OwnAccountMark payeeId={payee.id} version={payee.version} accountId={accountId} mayMark={mayMark} />
  );
}
