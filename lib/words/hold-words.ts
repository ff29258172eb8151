import type { HoldReason } from "#lib/contract/hold-reasons";

export const holdWords: Record<HoldReason, { cause: string; missing: string }> = {
  another_server: {
    cause: "Another database server took over, or the database went back to an earlier time.",
    missing: "What was saved just before that may be missing, including transfers that the service has.",
  },
  restored_backup: {
    cause: "The ledger was restored from a backup.",
    missing: "Everything after the backup is missing, including transfers that the service may have.",
  },
  lost_transfers: {
    cause: "The database lost transfers that were sent.",
    missing: "Other transfers that the service has may be missing, too.",
  },
  by_hand: {
    cause: "Somebody who runs the dashboard’s server put new transfers on hold.",
    missing: "Transfers that the service has may be missing here.",
  },
};
