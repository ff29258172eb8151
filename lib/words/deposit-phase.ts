import type { Transfer } from "#lib/contract/api";
import { submissions, type TransferStatus } from "#lib/transfer/transfer-status";

/**
 * Whether crypto may be sent now: `none` nothing exists to send to; `missing` it exists and the address is not known;
 * `disputed` two sources gave different ones; `open` the one phase in which a person is asked to send; `received` a deposit
 * was reported; `closed` do not send.
 */
export type DepositPhase = "none" | "missing" | "disputed" | "open" | "received" | "closed";

const received = new Set<TransferStatus>(["deposit_received", "processing", "paid"]);
// A word that nobody knows says neither that the money came nor that the address is closed.
const open = new Set<TransferStatus>(["accepted", "awaiting_deposit", "other"]);

/** Tells the phase of a transfer's deposit. When in doubt it is closed: an unsent deposit is never lost. */
export function depositPhase({
  status,
  address,
  flags = [],
}: Pick<Transfer, "status" | "address"> & Partial<Pick<Transfer, "flags">>): DepositPhase {
  const isNotAccepted = status !== "accepted" && submissions.some((submission) => submission === status);
  if (isNotAccepted) return "none";
  if (flags.includes("contradicting_address")) return "disputed";
  if (address === null) return "missing";
  if (open.has(status)) return "open";
  return received.has(status) ? "received" : "closed";
}
