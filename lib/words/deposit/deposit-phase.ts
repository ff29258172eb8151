import type { Transfer } from "#lib/contract/api";
import { needNoAddress } from "#lib/transfer/transfer-status";

/**
 * `none`: nothing to send to. `missing`: it exists, and its address is unknown and needed. `disputed`: two sources differ. `open`: the one
 * phase that asks for a deposit. `sending`: a wallet was asked to, and may have. `received`: one was reported or seen. `closed`: do not send.
 */
export type DepositPhase = "none" | "missing" | "disputed" | "open" | "sending" | "received" | "closed";

type Known = Pick<Transfer, "status" | "address"> & {
  standing: Pick<Transfer["standing"], "invitation" | "closedBy">;
};

/** How the standing of a transfer is laid out on a page. */
export function depositPhase({ status, address, standing: { invitation, closedBy } }: Known): DepositPhase {
  if (invitation !== "closed") return "open";
  switch (closedBy) {
    case "not_accepted":
      return "none";
    case "two_addresses":
      return "disputed";
    case "wallet":
      return "sending";
    case "arriving":
    case "arrived":
    case "short":
      return "received";
    default:
      if (address === null && closedBy !== "address_changed")
        return needNoAddress.includes(status) ? "none" : "missing";
      return reported.includes(status) ? "received" : "closed";
  }
}

/** The service says that a deposit came. */
const reported: readonly Transfer["status"][] = [
  ...(["deposit_received", "deposit_over", "deposit_late", "processing", "paid"] as const),
];
