import { hook } from "#lib/server/config/hook";
import type { Db } from "#lib/server/tables/schema";

/** What a feature finds wrong in what it keeps: of a transfer, or of what `total` names. Needs a snapshot, reads only. */
export type FoundFault = { transferId: string; text: string } | { total: string; text: string };

/** What features compare beside the ledger's own rules. */
export const ledgerChecks = hook<(ledger: Db) => Promise<FoundFault[]>>("ledger-checks");
