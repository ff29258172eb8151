import type { Asset } from "#lib/asset/asset";
import type { Transfer } from "#lib/contract/api";
import { formatExact } from "#lib/money/format";
import { toUnits } from "#lib/transfer/deposit";
import { depositPhase } from "#lib/words/deposit-phase";
import type { Asked } from "./use-wallet";

/** What a browser wallet is asked for; `undefined` where a deposit is not asked for, or none of them can send it. */
export function walletAsked(transfer: Transfer, asset: Asset | undefined): Asked | undefined {
  const { id, address, addressCheck, amount, fromCurrency } = transfer;
  if (depositPhase(transfer) !== "open" || address === null || addressCheck !== "valid") return;
  if (asset?.addressFamily !== "evm" || asset.chainId === undefined || asset.contract === undefined) return;
  const { chainId, contract, decimals, networkName } = asset;
  return {
    ...{ id, networkName, amount: `${formatExact(amount)} ${fromCurrency}` },
    terms: { chainId, contract, to: address, units: `${toUnits(amount, decimals)}`, decimals },
  };
}
