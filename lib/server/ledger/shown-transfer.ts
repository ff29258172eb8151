import type { TransferWithEvents } from "#lib/contract/api";
import type { Actor } from "#lib/server/auth/actor";
import { recordAccountView } from "./account-views";
import { findTransfer } from "./transfers";

/** One transfer whole, for a person: what an act leaves shows as much as its page. Throws `not_found`. */
export async function showTransfer(id: string, actor: Actor): Promise<TransferWithEvents> {
  const transfer = await findTransfer(id);
  await recordAccountView(transfer, actor);
  return transfer;
}
