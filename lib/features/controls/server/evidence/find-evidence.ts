import { Problem } from "#lib/contract/problem";
import type { Actor } from "#lib/server/auth/actor";
import { db } from "#lib/server/database/db";
import { recordAccountView } from "#lib/server/ledger/account-views";
import { seekRequest } from "../find-approvals";
import { type Evidence, readEvidence } from "./read-evidence";

/** The newest request of a transfer, or one by its own ID, with its whole account number, which is logged. Throws `not_found`. */
export async function findEvidence(
  id: string,
  actor: Actor,
): Promise<Evidence & { transfer: NonNullable<Evidence["transfer"]> }> {
  const ledger = await db();
  const [evidence] = await readEvidence(ledger, [await seekRequest(ledger, id)]);
  const transfer = evidence?.transfer;
  if (evidence === undefined || transfer == null)
    throw new Problem("not_found", "There is no such request for approval of a transfer.");
  const { account_number: accountNumber, callback_url: callbackUrl } = transfer;
  await recordAccountView({ id: transfer.id, accountNumber, callbackUrl }, actor);
  return { ...evidence, transfer };
}
