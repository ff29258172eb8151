import { randomBytes } from "node:crypto";
import { evmAddress, toWire } from "#lib/asset/address";
import { sandboxAssets } from "#lib/asset/asset-tables";
import { inTransaction } from "#lib/server/audit/transaction";
import type { ChainNetwork } from "#lib/server/chain/chain-network";
import { recordLook } from "#lib/server/chain/record-deposits";
import type { Db } from "#lib/server/tables/schema";

/** What a network shows for transfers on Base, written as a look at it writes it. */

const usdc = sandboxAssets.find(({ asset }) => asset === "base:usdc");
const contract = toWire(usdc?.contract ?? "");
const otherContract = toWire(evmAddress(Buffer.alloc(20, 7)));
const network: ChainNetwork = {
  ...{ network: "base", chain: "Base", confirmations: 2, nodes: [], reader: {} as ChainNetwork["reader"] },
  tokens: [
    { symbol: "USDC", contract, decimals: 6, isAsset: true },
    { symbol: "USDbC", contract: otherContract, decimals: 6, isAsset: false },
  ],
};

export type Arrival = {
  id: string;
  /** Where it came to. */
  address: string;
  /** In millionths of a token. */
  units: number;
  isOther?: boolean;
  isConfirmed?: boolean;
  /** Names it, so that it can be seen again, confirmed or gone. */
  tx?: string;
  /** When its block was made. */
  at?: number;
};

const block = 100;
const newTx = () => `0x${randomBytes(32).toString("hex")}`;

/** Seen, or seen and confirmed, in one look. */
export async function arrive(ledger: Db, ...arrivals: Arrival[]): Promise<void> {
  for (const isConfirmed of [true, false]) {
    const some = arrivals.filter((arrival) => (arrival.isConfirmed !== false) === isConfirmed);
    const watched = some.map(({ id, address }) => ({
      ...{ id, address, account: toWire(address), createdAt: "", isLookedAt: true, blindSince: null },
    }));
    const confirmedTo = isConfirmed ? block : 0;
    await inTransaction(ledger, (trx) =>
      recordLook(trx, { network, node: "node", watched, found: some.map(toFound), confirmedTo, gone: [] }),
    );
  }
}

function toFound({ address, units, isOther, tx = newTx(), at = Date.now() }: Arrival) {
  return {
    ...{ tx, contract: isOther === true ? otherContract : contract, ordinal: 0, from: "0x1" },
    ...{ account: toWire(address), units: `${units}`, block, blockHash: "0xb", raw: "{}" },
    blockTime: new Date(at).toISOString(),
  };
}

/** All that was seen for it is gone. */
export async function vanish(ledger: Db, id: string): Promise<void> {
  const gone = await ledger.selectFrom("deposits").selectAll().where("transfer_id", "=", id).execute();
  await inTransaction(ledger, (trx) =>
    recordLook(trx, { network, node: "node", watched: [], found: [], confirmedTo: 0, gone }),
  );
}
