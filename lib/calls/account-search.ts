import { typedAccountNumber } from "#lib/bank/account-number";
import { call } from "./call";

export const noTransferToAccount = "No transfers to this account number.";

/**
 * Returns the list of all transfers to an account as a path, by one of their IDs; `null` if there is none, `undefined` for a
 * text that is no account number. Throws a `Problem`.
 */
export async function accountPath(text: string): Promise<string | null | undefined> {
  const accountNumber = typedAccountNumber(text);
  if (accountNumber === undefined) return undefined;
  const { body } = await call("POST /api/transfers/account", { body: { accountNumber } });
  return body.id === null ? null : `/transfers?account=${body.id}`;
}
