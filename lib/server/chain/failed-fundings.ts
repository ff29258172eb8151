import * as z from "zod/mini";
import { tokenTransfer } from "#lib/asset/token-call";
import { inTransaction } from "#lib/server/audit/transaction";
import { failFunding, readFailures, reviveFunding } from "#lib/server/funding/fail-funding";
import { holdTransfers } from "#lib/server/ledger/transfer-ledger";
import type { FundingRow } from "#lib/server/tables/funding-rows";
import type { Db } from "#lib/server/tables/schema";
import type { ChainNetwork } from "./chain-network";
import { type ChainNode, NodeError } from "./node";

/**
 * Invariant: a wallet's transaction has failed only where it is the very call that was asked for, and a block from after the
 * asking, settled and still standing, says so. Any doubt leaves the wallet's question as it is.
 */

/** A few wallets at a time have sent and were not seen. */
const mostAtOnce = 20;
/** A failure is looked at again for so long: a deep reorganisation may take it back. */
const lookedAgainMs = 24 * 3_600_000;

const hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/i), z.toLowerCase());
const address = z.string().check(z.regex(/^0x[0-9a-f]{40}$/i), z.toLowerCase());
const quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,13}$/i));
const call = { from: address, to: address, blockHash: hash };
const Receipt = z.object({ ...call, transactionHash: hash, status: quantity, blockNumber: quantity });
const Sent = z.object({ ...call, hash, input: z.string().check(z.toLowerCase()) });

/** Asks what became of transactions that wallets named and that brought no deposit. */
export async function recordFailed(
  ledger: Db,
  { network, reader }: ChainNetwork,
  node: ChainNode,
  settled: number,
): Promise<void> {
  const sent = await ledger
    .selectFrom("fundings")
    .innerJoin("transfers", "transfers.id", "fundings.transfer_id")
    .selectAll("fundings")
    .where("fundings.state", "=", "sent")
    .where("hash", "is not", null)
    .where("transfers.network", "=", network)
    .orderBy("asked_at", "desc")
    .limit(mostAtOnce)
    .execute();
  for (const funding of sent) {
    const failed = await readFailure(node, reader, funding, settled);
    if (failed === undefined) continue;
    await inTransaction(ledger, async (trx) => {
      await holdTransfers(trx, [funding.transfer_id]);
      await failFunding(trx, funding, failed);
    });
  }
  const since = new Date(Date.now() - lookedAgainMs).toISOString();
  for (const { funding, block, blockHash } of await readFailures(ledger, network, {
    since,
    most: mostAtOnce,
  })) {
    const standing = await reader.readHash(node, block);
    if (standing === null || standing === blockHash) continue;
    await inTransaction(ledger, async (trx) => {
      await holdTransfers(trx, [funding.transfer_id]);
      await reviveFunding(trx, funding, blockHash);
    });
  }
}

/** The block in which it failed; `undefined` in any doubt. */
async function readFailure(
  node: ChainNode,
  reader: ChainNetwork["reader"],
  funding: FundingRow,
  settled: number,
): Promise<{ block: number; blockHash: string } | undefined> {
  const receipt = Receipt.safeParse(await tell(node, "eth_getTransactionReceipt", funding.hash)).data;
  if (receipt === undefined || !isOf(funding, receipt, receipt.transactionHash)) return;
  const [status, block] = [Number(receipt.status), Number(receipt.blockNumber)];
  if (status !== 0 || block > settled) return;
  const sent = Sent.safeParse(await tell(node, "eth_getTransactionByHash", funding.hash)).data;
  if (sent === undefined || !isOf(funding, sent, sent.hash) || sent.blockHash !== receipt.blockHash) return;
  const { chain_id, contract, to_address: to, units } = funding;
  // Some wallets write a mark of their own behind the call.
  if (!sent.input.startsWith(tokenTransfer({ chainId: Number(chain_id), contract, to, units }).data)) return;
  const found = await reader.readBlock(node, block);
  if (found?.hash !== receipt.blockHash || !isSince(found.timeMs, funding.asked_at)) return;
  return { block, blockHash: receipt.blockHash };
}

function isOf(funding: FundingRow, { from, to }: { from: string; to: string }, named: string): boolean {
  return named === funding.hash && from === funding.from_address && to === funding.contract.toLowerCase();
}

/** Blocks have whole seconds. Clocks that differ leave a doubt, and no failure. */
function isSince(blockMs: number, askedAt: string): boolean {
  return blockMs >= Math.floor(Date.parse(askedAt) / 1_000) * 1_000;
}

/** `null` where the node won't tell, as one that still indexes: what it shows of deposits is read all the same. */
function tell(node: ChainNode, method: string, named: string | null): Promise<unknown> {
  return node.ask(method, [named]).catch((error: unknown) => {
    if (error instanceof NodeError && error.failure === "refused") return null;
    throw error;
  });
}
