import { randomUUID } from "node:crypto";
import { Address } from "#components/transfer/address";
import type { Asset } from "#lib/asset/asset";
import { tokenTransfer } from "#lib/asset/token-call";
import type { Transfer } from "#lib/contract/api";
import { formatPadded } from "#lib/money/format";
import { decimalsIn, toUnits } from "#lib/money/units";
import type { Asked } from "./use-wallet";

/** What a browser wallet is asked for; `undefined` where a deposit is not asked for, or none of them can send it. */
export function walletAsked(transfer: Transfer, asset: Asset | undefined): Asked | undefined {
  const { id, address, addressCheck, memo, amount, fromCurrency } = transfer;
  if (transfer.standing.invitation !== "open" || address === null || addressCheck !== "valid") return;
  // A wallet can't send a memo along.
  if (memo !== null) return;
  if (asset?.addressFamily !== "evm" || asset.chainId === undefined || asset.contract === undefined) return;
  const { chainId, contract, decimals, networkName } = asset;
  if (decimalsIn(amount) > decimals) return;
  const terms = { chainId, contract, to: address, units: `${toUnits(amount, decimals)}` };
  const shown = `${formatPadded(amount)} ${fromCurrency}`;
  return {
    ...{ id, newId: randomUUID(), amount: shown },
    terms: { ...terms, decimals, transaction: tokenTransfer(terms) },
    stops: new Map([
      ["lacks", `{wallet} doesn’t have ${networkName} (chain ${chainId}). Add it there.`],
      ["short", `This account has less than ${shown}.`],
      ["differs", `{wallet} isn’t on ${networkName} with this account. Nothing was sent.`],
      ["", "{wallet} refused or didn’t answer. Nothing was sent."],
    ]),
    ofContract: <p>This account is a contract: others may need to approve.</p>,
    ofFee: (
      <p className="text-warn">
        This account may have too little of {networkName}’s own coin for the network fee. Without it, nothing
        is sent.
      </p>
    ),
    facts: (
      <dl className="space-y-2">
        <Fact name="Amount">{shown}</Fact>
        <Fact name="Network">{`${networkName} (chain ${chainId})`}</Fact>
        <Fact name="To">
          <Address address={address} />
        </Fact>
        <Fact name="Token contract">
          <Address address={contract} />
        </Fact>
      </dl>
    ),
  };
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-[0.8125rem]/5 text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
