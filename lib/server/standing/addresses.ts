import { toWire } from "#lib/asset/address";
import { knownAssets } from "#lib/asset/asset-tables";
import { findAsset } from "#lib/asset/assets";
import { checkDepositAddress } from "#lib/asset/deposit-address";
import { env } from "#lib/server/config/env";
import type { AddressRow, TransferEventRow, TransferRow, Trx } from "#lib/server/tables/schema";

/** Invariant: every address that a source named for a transfer is kept, watched and searched, whichever one counts. */

/** An address as the transfer has it, with the result of its check. */
export function addressColumns(asset: string, address: string) {
  const { assets } = env();
  const family = findAsset(assets, asset)?.addressFamily ?? "unknown";
  return { address, address_check: checkDepositAddress(address, family, [...assets, ...knownAssets]) };
}

type Owner = Pick<TransferRow, "id" | "asset" | "network" | "created_at">;

/** For locked transfers. A callback's word sets no address and names none that is watched. */
export async function noteAddresses(
  trx: Trx,
  owners: ReadonlyMap<string, Owner>,
  events: readonly TransferEventRow[],
): Promise<void> {
  const rows = addressRowsOf(owners, events);
  if (rows.length === 0) return;
  await trx
    .insertInto("addresses")
    .values(rows)
    .onConflict((conflict) =>
      // Another version, or another asset table, may have checked it otherwise.
      conflict.columns(["transfer_id", "address"]).doUpdateSet(({ ref }) => ({
        account: ref("excluded.account"),
        address_check: ref("excluded.address_check"),
      })),
    )
    .execute();
}

type Naming = Pick<TransferEventRow, "transfer_id" | "source" | "address" | "claimed_address" | "seq">;

/** One for each time that an event names one. */
export function addressRowsOf(owners: ReadonlyMap<string, Owner>, events: readonly Naming[]): AddressRow[] {
  return events.flatMap(({ transfer_id, source, address, claimed_address, seq }): AddressRow[] => {
    const owner = owners.get(transfer_id);
    const isNamed = source !== "service_callback" && source !== "chain" && source !== "wallet";
    const named = [address, isNamed ? claimed_address : null];
    return [...new Set(named)].flatMap((each) =>
      owner === undefined || each === null ? [] : [toRow(owner, each, seq)],
    );
  });
}

function toRow({ id, asset, network, created_at }: Owner, address: string, seq: number): AddressRow {
  const { address_check } = addressColumns(asset, address);
  const account = address_check === "valid" ? toWire(address) : address;
  return { transfer_id: id, address, account, address_check, network, created_at, seq, is_looked_at: 0 };
}
