import { Notice } from "#components/notice/notice";
import { Card } from "#components/ui/card";
import { CopyButton } from "#components/ui/copy-button";
import { ExternalLink } from "#components/ui/icon";
import { isNobodys } from "#lib/asset/address";
import type { Asset } from "#lib/asset/asset";
import { explorerUrl } from "#lib/asset/assets";
import type { Transfer } from "#lib/contract/api";
import { formatExact } from "#lib/money/format";
import { classNames } from "#lib/text/class-names";
import { showExactly } from "#lib/text/visible-text";
import { depositPhase } from "#lib/words/deposit-phase";
import { paymentInstructions } from "#lib/words/transfer-text";
import { describeStatus, updateWords } from "#lib/words/words";
import { Address } from "./address";
import { AddressQr } from "./address-qr";

export type DepositProps = {
  transfer: Transfer;
  /** `undefined` when the operator has removed it since. */
  asset: Asset | undefined;
  isSandbox: boolean;
};

/** Where to send the crypto, or why nothing may be sent now. */
export function Deposit({ transfer, asset, isSandbox }: DepositProps) {
  const { address } = transfer;
  const phase = depositPhase(transfer);
  const networkName = asset?.networkName ?? transfer.network;
  // claims.tsx shows a disputed address, and flag-notices.tsx a changed one.
  if (phase === "none" || phase === "disputed" || transfer.flags.includes("address_changed")) return null;
  if (phase === "missing" || address === null) return <MissingAddress />;
  if (phase !== "open")
    return <PastDeposit transfer={transfer} address={address} asset={asset} phase={phase} />;
  if (transfer.addressCheck === "invalid") return <BadAddress address={address} networkName={networkName} />;
  return (
    <OpenDeposit
      transfer={{ ...transfer, address }}
      asset={asset}
      networkName={networkName}
      isSandbox={isSandbox}
    />
  );
}

type OpenProps = {
  transfer: Transfer & { address: string };
  asset: Asset | undefined;
  networkName: string;
  isSandbox: boolean;
};

function OpenDeposit({ transfer, asset, networkName, isSandbox }: OpenProps) {
  const { address, amount, fromCurrency } = transfer;
  const isChecked = transfer.addressCheck === "valid";
  return (
    <Card title="Deposit">
      <div className="space-y-5 print:space-y-3">
        <Notice kind="warn" title={`Send ${fromCurrency} on ${networkName} only.`}>
          Another token or another network may be lost, and this dashboard can’t recover it.
        </Notice>
        <div className="flex flex-wrap gap-x-8 gap-y-5">
          <div className="min-w-0 flex-[1_1_16rem] space-y-5 print:space-y-3">
            <div className="space-y-2">
              <p className="text-muted">Send exactly</p>
              {/* A digit on a line of its own could be missed: a long amount is drawn smaller, never broken. */}
              <p
                className={classNames(
                  "font-semibold tracking-tight tabular-nums",
                  formatExact(amount).length > 12 ? "text-xl" : "text-3xl",
                )}
              >
                <span className="whitespace-nowrap">{formatExact(amount)}</span>{" "}
                <span className="text-xl">{fromCurrency}</span>
              </p>
              <CopyButton text={amount} size="small">
                Copy amount
              </CopyButton>
              <p className="text-[13px]/5 text-muted">
                An exchange may take its fee from the amount: make sure that{" "}
                <strong className="font-semibold text-ink">
                  {formatExact(amount)} {fromCurrency} arrives
                </strong>
                .<span className="hidden print:inline"> Send once.</span>
              </p>
            </div>
            <div className="space-y-2">
              <p className="text-muted">To this {networkName} address</p>
              <Address address={address} className="text-base/7" />
              {!isChecked && (
                <p className="text-[13px]/5 font-medium text-warn">
                  Format not checked: this dashboard doesn’t know the address format of {networkName}. Ask the
                  service before you send.
                </p>
              )}
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <CopyButton text={address} variant="primary">
                  Copy address
                </CopyButton>
                <ExplorerLink asset={asset} address={address} />
              </div>
            </div>
          </div>
          {isChecked && <AddressQr address={address} networkName={networkName} />}
        </div>
        <div className="space-y-2 border-t border-line pt-4 print:hidden">
          <h3>What happens next</h3>
          <ul className="list-disc space-y-1 pl-5 text-muted">
            <li>Send once. The service does not say how long the address is valid, so send soon.</li>
            <li>When the deposit arrives, the service converts it and pays the bank account.</li>
            <li>{updateWords[transfer.updatesGoTo]}</li>
          </ul>
          <CopyButton text={paymentInstructions(transfer, { networkName, isSandbox })} size="small">
            Copy payment instructions
          </CopyButton>
        </div>
      </div>
    </Card>
  );
}

function MissingAddress() {
  return (
    <Notice kind="warn" title="This transfer exists at the service, but no deposit address was received">
      <p>
        Do not fund it: there is nothing to send to, and an address from elsewhere may not be the service’s.
      </p>
      <p>Ask the service for the deposit address, with the IDs and the recipient of this transfer.</p>
    </Notice>
  );
}

function BadAddress({ address, networkName }: { address: string; networkName: string }) {
  if (isNobodys(address)) {
    return (
      <Notice kind="fail" title="Nobody owns this address. Do not send.">
        <p>
          The text below is a well-known address without an owner. Money sent to it is lost for ever. Ask the
          service for the right one before anything else.
        </p>
        <p className="font-mono">{address}</p>
      </Notice>
    );
  }
  return (
    <Notice kind="fail" title={`This does not look like a ${networkName} address. Do not send.`}>
      <p>
        The service answered with the text below. Money sent to it may be lost. Ask the service before
        anything else.
      </p>
      <p className="foreign-text font-mono">{showExactly(address)}</p>
    </Notice>
  );
}

type PastProps = {
  transfer: Transfer;
  address: string;
  asset: Asset | undefined;
  phase: "received" | "closed";
};

/** The address is only evidence now: nobody is invited to send again. */
function PastDeposit({ transfer, address, asset, phase }: PastProps) {
  const { amount, fromCurrency } = transfer;
  const networkName = asset?.networkName ?? transfer.network;
  return (
    <Card title="Deposit">
      <div className="space-y-4">
        {phase === "received" ? (
          <Notice kind="info" title="A deposit was reported. Do not send again.">
            The service reported this transfer as: {describeStatus(transfer).word}.
          </Notice>
        ) : (
          <Notice kind="warn" title="Do not send to this address now">
            The service reported this transfer as: {describeStatus(transfer).word}. Already sent? Contact the
            service before doing anything else.
          </Notice>
        )}
        <div className="space-y-1">
          <p className="text-muted">
            {formatExact(amount)} {fromCurrency} on {networkName}, deposit address
          </p>
          <Address address={address} className="text-[13px]/6" />
          <ExplorerLink asset={asset} address={address} />
        </div>
      </div>
    </Card>
  );
}

function ExplorerLink({ asset, address }: { asset: Asset | undefined; address: string }) {
  const url = asset === undefined ? undefined : explorerUrl(asset, address);
  if (url === undefined) return null;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="text-link inline-flex items-center gap-1 text-[13px]/5 print:hidden"
    >
      See the address in a block explorer
      <ExternalLink aria-hidden className="size-3.5" />
      <span className="sr-only">(opens a new tab)</span>
    </a>
  );
}
