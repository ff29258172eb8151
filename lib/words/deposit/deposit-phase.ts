import type { Transfer } from "#lib/contract/api";
import { openStatuses } from "#lib/transfer/funding";
import { needNoAddress, submissions, type TransferStatus } from "#lib/transfer/transfer-status";

/**
 * `none`: nothing to send to. `missing`: it exists, and its address is unknown and needed. `disputed`: two sources differ. `open`: the one
 * phase that asks for a deposit. `sending`: a wallet was asked to, and may have. `received`: one was reported. `closed`: do not send.
 */
export type DepositPhase = "none" | "missing" | "disputed" | "open" | "sending" | "received" | "closed";

const received = new Set<TransferStatus>([
  ...(["deposit_received", "deposit_over", "deposit_late", "processing", "paid"] as const),
]);
const open = new Set<TransferStatus>(openStatuses);

/** In doubt it is closed: an unsent deposit is never lost. */
export function depositPhase({
  status,
  address,
  flags = [],
  deposit,
  funding,
}: Pick<Transfer, "status" | "address"> & {
  flags?: Transfer["flags"];
  deposit?: Transfer["deposit"] | undefined;
  funding?: Transfer["funding"] | undefined;
}): DepositPhase {
  const isNotAccepted = status !== "accepted" && submissions.some((submission) => submission === status);
  if (isNotAccepted) return "none";
  if (flags.includes("contradicting_address")) return "disputed";
  if (address === null) return needNoAddress.includes(status) ? "none" : "missing";
  // Whatever has arrived, nobody is asked to send again.
  if (open.has(status) && deposit != null && deposit.amount !== null) return "received";
  if (open.has(status)) return funding == null ? "open" : "sending";
  return received.has(status) ? "received" : "closed";
}
