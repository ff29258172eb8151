import "server-only";
import * as z from "zod/mini";
import { inTransaction } from "#lib/server/audit/transaction";
import { failFunding } from "#lib/server/funding/settle-funding";
import { holdTransfers } from "#lib/server/ledger/transfer-ledger";
import type { Db } from "#lib/server/tables/schema";
import type { ChainNetwork } from "./chain-network";
import { type ChainNode, NodeError } from "./node";

/** Invariant: a transaction has failed only where a settled receipt of our own node says so. */

/** A few wallets at a time have sent and were not seen. */
const mostAtOnce = 20;

const text = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i));
const Receipt = z.object({ transactionHash: text, from: text, to: text, status: text, blockNumber: text });

/** Asks what became of transactions that wallets named and that brought no deposit. */
export async function recordFailed(
  ledger: Db,
  { network }: ChainNetwork,
  node: ChainNode,
  settled: number,
): Promise<void> {
  const sent = await ledger
    .selectFrom("fundings")
    .innerJoin("transfers", "transfers.id", "fundings.transfer_id")
    .select(["fundings.id", "transfer_id", "hash", "from_address", "contract"])
    .where("fundings.state", "=", "sent")
    .where("hash", "is not", null)
    .where("transfers.network", "=", network)
    .orderBy("asked_at", "desc")
    .limit(mostAtOnce)
    .execute();
  for (const funding of sent) {
    const receipt = Receipt.safeParse(await askReceipt(node, funding.hash));
    if (!receipt.success) continue;
    const { transactionHash, from, to, status, blockNumber } = receipt.data;
    if (Number(status) !== 0 || Number(blockNumber) > settled) continue;
    const [hash, sender, contract] = [transactionHash, from, to].map((said) => said.toLowerCase());
    await inTransaction(ledger, async (trx) => {
      await holdTransfers(trx, [funding.transfer_id]);
      await failFunding(trx, funding, { hash, from: sender, contract });
    });
  }
}

/** `null` where the node won't tell, as one that still indexes: what it shows of deposits is read all the same. */
function askReceipt(node: ChainNode, hash: string | null): Promise<unknown> {
  return node.ask("eth_getTransactionReceipt", [hash]).catch((error: unknown) => {
    if (error instanceof NodeError && error.failure === "refused") return null;
    throw error;
  });
}
