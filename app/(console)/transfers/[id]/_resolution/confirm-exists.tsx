import { Address } from "#components/transfer/address";
import { ConfirmDialog } from "#components/ui/confirm-dialog";
import type { Asset } from "#lib/asset/asset";
import type { Transfer } from "#lib/contract/api";
import type { ExistsInput } from "#lib/contract/records";
import { formatPadded } from "#lib/money/format";
import { showExactly } from "#lib/text/visible-text";

type Props = {
  transfer: Transfer;
  asset: Asset | undefined;
  entered: ExistsInput;
  isPending: boolean;
  onAct: () => void;
  onClose: () => void;
};

export function ConfirmExists({ transfer, asset, entered, isPending, onAct, onClose }: Props) {
  const networkName = asset?.networkName ?? transfer.network;
  const amount = `${formatPadded(transfer.amount)} ${transfer.fromCurrency}`;
  // An unknown outcome becomes accepted; what was reported or seen keeps its address closed.
  const isOpened = ["not_accepted", "no_address"].includes(transfer.standing.closedBy ?? "");
  return (
    <ConfirmDialog
      title="Compare with what the service told you"
      act="Record this address"
      actPending="Recording"
      isPending={isPending}
      onAct={onAct}
      onClose={onClose}
    >
      <dl className="space-y-3">
        <div>
          <dt className="text-[0.8125rem]/5 text-muted">Transaction ID</dt>
          <dd className="font-mono text-[0.8125rem]">{showExactly(entered.transactionId)}</dd>
        </div>
        <div>
          <dt className="text-[0.8125rem]/5 text-muted">Deposit address</dt>
          <dd>
            <Address address={entered.address} className="text-base/7" />
          </dd>
        </div>
      </dl>
      {isOpened ? (
        <p>
          After this, the page tells people to send{" "}
          <strong className="font-semibold">
            {amount} on {networkName}
          </strong>{" "}
          to this address. You can’t change the address afterwards, and money sent to a wrong address is lost.
        </p>
      ) : (
        <p>
          It becomes this transfer’s address. The reported status stays the same. You can’t change the address
          afterwards.
        </p>
      )}
      <p className="text-muted">
        {asset === undefined || asset.addressFamily === "unknown"
          ? "This dashboard doesn’t know this network’s address format, so the address wasn’t checked."
          : `It has the format of a ${networkName} address. Only the service can say whether the address belongs to it.`}
      </p>
    </ConfirmDialog>
  );
}
