import "server-only";
import type { Attention, AttentionCounts } from "#lib/contract/records";
import { db } from "#lib/server/database/db";
import { withoutAccountNumber } from "./account-views";
import { countOpen, newestOpen } from "./open-transfers";
import { readTransfers } from "./transfers";

/** Invariant: whatever a person must look at is listed with its reason until it is matched, and nothing is guessed. */

/** For each reason, so that a browser can take the whole answer. */
const shown = 10;

/** Reasons without transfers are left out. */
export async function findAttention(): Promise<Attention> {
  const ledger = await db();
  const groups = await newestOpen(ledger, shown);
  const transfers = await readTransfers(ledger, [...new Set(groups.flatMap(({ ids }) => ids))]);
  const byId = new Map(transfers.map((transfer) => [transfer.id, withoutAccountNumber(transfer)]));
  return groups.map(({ reason, count, ids }) => ({
    reason,
    count,
    transfers: ids.flatMap((id) => byId.get(id) ?? []),
  }));
}

export async function countAttention(): Promise<AttentionCounts> {
  return countOpen(await db());
}
