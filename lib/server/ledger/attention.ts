import "server-only";
import type { Attention, AttentionCounts } from "#lib/contract/records";
import { db } from "#lib/server/database/db";
import { withoutAccountNumber } from "./account-views";
import { countOpen, newestOpen } from "./attention-rules";
import { readTransfers } from "./transfers";

/** Invariant: whatever a person has to look at is listed with its reason until it is matched, and nothing is guessed. */

/** For each reason: all reasons together must make an answer that a browser takes at once, whatever the texts hold. */
const shown = 10;

/** What needs a person, by reason, each with its count and its newest transfers. Reasons without any are left out. */
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

/** How much needs a person, without the transfers. */
export async function countAttention(): Promise<AttentionCounts> {
  return countOpen(await db());
}
