import type { Transfer } from "#lib/contract/api";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { recordView } from "#lib/server/auth/record-view";

/** Invariant: seeing a full account number, or a whole callback URL, is logged first. */

/** Throws as `judgeAgain` does where the person may not see it any more. */
export async function recordAccountView(
  { id, accountNumber, callbackUrl }: Pick<Transfer, "id" | "accountNumber" | "callbackUrl">,
  actor: Actor,
): Promise<void> {
  const detail = {
    accountLastFour: accountNumber.slice(-4),
    ...(callbackUrl !== null && { showsCallbackUrl: true }),
  };
  const view = { action: "account_number_shown" as const, recordId: id, detail };
  await recordView(actor, "read", { ...originOf(actor), ...view });
}

/** For a list: only the last four digits, and of a callback URL, whose path may hold a token, the origin. */
export function asListed<Any extends Pick<Transfer, "accountNumber" | "callbackUrl">>(transfer: Any): Any {
  const { accountNumber, callbackUrl } = transfer;
  return {
    ...transfer,
    accountNumber: accountNumber.slice(-4).padStart(accountNumber.length, "*"),
    callbackUrl: callbackUrl && new URL(callbackUrl).origin,
  };
}
