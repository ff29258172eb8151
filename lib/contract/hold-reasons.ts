/** The ledger may be older than what was sent. */
export const holdReasons = ["another_server", "restored_backup", "lost_transfers", "by_hand"] as const;
export type HoldReason = (typeof holdReasons)[number];
