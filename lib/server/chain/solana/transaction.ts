import * as z from "zod/mini";
import type { FoundDeposit } from "../chain-network";
import { type ChainNode, NodeError } from "../node";

/** Invariant: a deposit is what a transaction added to an owner's tokens of a mint, over all of the owner's accounts. */

const Balance = z.object({
  mint: z.string(),
  owner: z.string(),
  uiTokenAmount: z.object({ amount: z.string().check(z.regex(/^\d{1,20}$/)) }),
});
type Balance = z.output<typeof Balance>;
const Transaction = z.object({
  slot: z.int(),
  // A block without one stands beside others that have it.
  blockTime: z.nullable(z.int().check(z.minimum(0), z.maximum(Date.UTC(9999, 0) / 1_000))),
  meta: z.object({
    err: z.unknown(),
    preTokenBalances: z.array(Balance),
    postTokenBalances: z.array(Balance),
  }),
  transaction: z.object({
    signatures: z.array(z.string()).check(z.minLength(1)),
    message: z.object({ accountKeys: z.array(z.string()).check(z.minLength(1)) }),
  }),
});

/** `undefined` for one that added nothing: the owner sent, or somebody else's tokens moved. */
export async function readTransaction(
  node: ChainNode,
  listed: { signature: string; slot: number },
  { owner, mint }: { owner: string; mint: string },
  commitment: string,
): Promise<FoundDeposit | undefined> {
  const said = Transaction.safeParse(await askFor(node, listed.signature, commitment));
  if (
    !said.success ||
    said.data.transaction.signatures[0] !== listed.signature ||
    said.data.slot !== listed.slot ||
    said.data.meta.err !== null
  )
    throw new NodeError("broken", "The node's transaction is malformed, or not what was asked for.");
  const { slot, blockTime, meta, transaction } = said.data;
  const ofMint = (all: readonly Balance[]) => all.filter((balance) => balance.mint === mint);
  const [before, after] = [ofMint(meta.preTokenBalances), ofMint(meta.postTokenBalances)];
  const added = (whose: string) => sumOf(after, whose) - sumOf(before, whose);
  const units = added(owner);
  if (units <= 0n) return undefined;
  const payers = [...new Set(before.map((balance) => balance.owner))].filter((whose) => added(whose) < 0n);
  return {
    tx: listed.signature,
    contract: mint,
    ordinal: 0,
    account: owner,
    from: payers[0] ?? transaction.message.accountKeys[0] ?? "",
    units: `${units}`,
    block: slot,
    blockHash: `${slot}`,
    ...(blockTime !== null && { timeMs: blockTime * 1_000 }),
    raw: JSON.stringify({ signature: listed.signature, slot, blockTime, before, after }),
  };
}

const unsupportedVersion = -32_015;

/** What moved is said alike in every version, so a newer one is asked for where a node has it. */
async function askFor(node: ChainNode, signature: string, commitment: string): Promise<unknown> {
  const options = { commitment, encoding: "json", maxSupportedTransactionVersion: 0 };
  try {
    return await node.ask("getTransaction", [signature, options]);
  } catch (error) {
    if (!(error instanceof NodeError) || error.more.code !== unsupportedVersion) throw error;
    return node.ask("getTransaction", [signature, { ...options, maxSupportedTransactionVersion: 255 }]);
  }
}

function sumOf(balances: readonly Balance[], owner: string): bigint {
  return balances.reduce(
    (sum, balance) => (balance.owner === owner ? sum + BigInt(balance.uiTokenAmount.amount) : sum),
    0n,
  );
}
