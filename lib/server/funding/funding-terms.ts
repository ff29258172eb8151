import { findAsset } from "#lib/asset/assets";
import type { FundingTerms } from "#lib/contract/funding/fundings";
import { decimalsIn, toUnits } from "#lib/money/units";
import { env } from "#lib/server/config/env";
import type { FundingRow } from "#lib/server/tables/funding-rows";
import type { TransferRow } from "#lib/server/tables/schema";

/** Invariant: a wallet is asked for the transfer's own amount, token and address, as they stand in the ledger. */

type Terms = Omit<FundingTerms, "id">;

/**
 * `undefined` where a browser wallet can't be asked: no EVM chain, no known contract, an address that nobody checked, a memo,
 * or an amount that the token can't have.
 */
export function termsOf({ asset, address, address_check, memo, amount }: TransferRow): Terms | undefined {
  const token = findAsset(env().assets, asset);
  if (token?.addressFamily !== "evm" || token.chainId === undefined || token.contract === undefined) return;
  if (address === null || address_check !== "valid" || memo !== null) return;
  if (decimalsIn(amount) > token.decimals) return;
  const units = `${toUnits(amount, token.decimals)}`;
  return { chainId: token.chainId, contract: token.contract, to: address, units };
}

/** As they were when it was asked. */
export function toTerms({ id, chain_id, contract, to_address, units }: FundingRow): FundingTerms {
  return { id, chainId: Number(chain_id), contract, to: to_address, units };
}
