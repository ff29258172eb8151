import type { Transfer } from "#lib/contract/api";
import { depositPhase } from "#lib/words/deposit/deposit-phase";

/** Whether it can be recorded what the payee got: once, of a transfer that exists at the service. */
export function isRecordable(
  transfer: Parameters<typeof depositPhase>[0] & Pick<Transfer, "received">,
): boolean {
  const isSaid = transfer.received.some(({ source }) => source === "payee_said");
  return !isSaid && depositPhase(transfer) !== "none";
}
