import { createHash } from "node:crypto";
import { appendEvent } from "#lib/server/ledger/transfer-ledger";
import type { FundingRow } from "#lib/server/tables/funding-rows";
import type { TransferEventRow, Trx } from "#lib/server/tables/schema";
import { type FundingState, liveFundings } from "#lib/transfer/funding";

/** Invariant: a funding changes by an event, in one transaction, or by the deposit that it was for. */

type FundEvent = Pick<TransferEventRow, "source" | "kind"> &
  Partial<Pick<TransferEventRow, "person_name" | "text">>;

/**
 * For a locked transfer. `raw` names the funding, so that `verify-ledger` can compute its state again. What one block shows
 * can happen again in another: then `facts` name it.
 */
export async function appendFundEvent(
  trx: Trx,
  { id, transfer_id }: Pick<FundingRow, "id" | "transfer_id">,
  event: FundEvent,
  facts: { blockHash?: string; [name: string]: unknown } = {},
): Promise<void> {
  await appendEvent(trx, transfer_id, {
    ...event,
    raw: JSON.stringify({ funding: id, ...facts }),
    raw_encoding: "utf8",
    // Each can happen once to one funding.
    body_hash: createHash("sha256")
      .update(nameOf(event.kind, id, facts.blockHash))
      .digest("hex"),
  });
}

function nameOf(kind: string, id: string, blockHash: string | undefined): string {
  return blockHash === undefined ? `${kind} ${id}` : `${kind} ${id} ${blockHash}`;
}

/** A compare-and-set, for a locked transfer. Returns whether it was in one of these states. */
export async function moveFunding(
  trx: Trx,
  { id, transfer_id }: Pick<FundingRow, "id" | "transfer_id">,
  from: readonly FundingState[],
  to: FundingState,
): Promise<boolean> {
  const moved = await trx
    .updateTable("fundings")
    .set({ state: to, changed_at: new Date().toISOString() })
    .where("id", "=", id)
    .where("state", "in", [...from])
    .executeTakeFirst();
  if (moved.numUpdatedRows !== 1n) return false;
  const isLive = liveFundings.some((live) => live === to);
  await markLive(trx, transfer_id, isLive);
  return true;
}

/** The cached column of a transfer: at most one of its fundings lives. */
export async function markLive(trx: Trx, transferId: string, isLive: boolean): Promise<void> {
  await trx
    .updateTable("transfers")
    .set({ has_live_funding: isLive ? 1 : 0 })
    .where("id", "=", transferId)
    .execute();
}
