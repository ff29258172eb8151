import type { ReactNode } from "react";
import { Notice } from "#components/notice/notice";
import { CopyButton } from "#components/ui/copy-button";
import type { Asset } from "#lib/asset/asset";
import { faultOfInvalid } from "#lib/asset/deposit-address";
import type { Transfer } from "#lib/contract/api";
import { compareAmounts } from "#lib/money/amount";
import { formatPadded } from "#lib/money/format";
import { classNames } from "#lib/text/class-names";
import { showExactly, showInvisible } from "#lib/text/visible-text";
import { depositPhase } from "#lib/words/deposit/deposit-phase";
import { paymentInstructions } from "#lib/words/transfer-text";
import { Address } from "./address";
import { AddressQr } from "./address-qr";
import { ExplorerLink } from "./explorer-link";
import { Memo } from "./memo";
import { PastDeposit } from "./past-deposit";
import { SendOnly } from "./send-only";
import { DepositWindow } from "./window/deposit-window";

export type DepositProps = {
  transfer: Transfer;
  /** `undefined` when the operator has removed it since. */
  asset: Asset | undefined;
  isSandbox: boolean;
  window: Window;
  /** What the network says, while a deposit is invited. */
  chain?: ReactNode;
  /** Another way to send, beside the address. */
  wallet?: ReactNode;
  /** The button that plays the payer in the sandbox, for whoever may press it. */
  simulate?: ReactNode;
  /** What came, as the network shows it. */
  list?: ReactNode;
  /** What can be done about what closes it. */
  ways?: ReactNode;
};

/** How long a deposit is invited; `until` and `now`, the server's time, are in milliseconds since 1970. */
type Window = { minutes: number; until: number; untilText: string; now: number };

/** Where to send the crypto, or why nothing may be sent now. */
export function Deposit({ transfer, asset, isSandbox, window, list, ways, ...parts }: DepositProps) {
  const { address } = transfer;
  const phase = depositPhase(transfer);
  const networkName = asset?.networkName ?? transfer.network;
  // claims.tsx shows a disputed address, and flag-notices.tsx a changed one.
  if (phase === "none" || phase === "disputed" || transfer.flags.includes("address_changed")) return null;
  if (phase === "missing" || address === null) return <MissingAddress />;
  // The notice of its wallet says why, and has the address.
  if (phase === "sending") return null;
  if (transfer.standing.closedBy === "invalid_address")
    return <BadAddress address={address} asset={asset} networkName={networkName} />;
  if (phase !== "open") return <PastDeposit {...{ transfer, address, asset, phase, list, ways }} />;
  return (
    <OpenDeposit
      transfer={{ ...transfer, address }}
      asset={asset}
      networkName={networkName}
      isSandbox={isSandbox}
      window={window}
      {...parts}
    />
  );
}

/** Whether the address is only evidence, on a card with what came to it. */
export function isPast(transfer: Transfer): boolean {
  const { status, address, flags } = transfer;
  const phase = depositPhase(transfer);
  const isEvidence = phase === "received" || phase === "closed";
  return isEvidence && status !== "paid" && address !== null && !flags.includes("address_changed");
}

/** Whether the page says where to send. */
export function isInvited(transfer: Transfer): boolean {
  return depositPhase(transfer) === "open" && transfer.address !== null;
}

type OpenProps = Omit<DepositProps, "list" | "ways"> & {
  transfer: Transfer & { address: string };
  networkName: string;
};

function CopyInstructions({
  transfer,
  networkName,
  isSandbox,
}: Pick<OpenProps, "transfer" | "networkName" | "isSandbox">) {
  return (
    <CopyButton variant="link" text={paymentInstructions(transfer, { networkName, isSandbox })}>
      Copy payment instructions
    </CopyButton>
  );
}

function OpenDeposit({ transfer, asset, networkName, isSandbox, window, ...parts }: OpenProps) {
  const { chain, wallet, simulate } = parts;
  const { address, fromCurrency, memo, standing } = transfer;
  const isChecked = transfer.addressCheck === "valid";
  const isBlind = transfer.deposit.label === "blind";
  // What is missing of it, where a person opened it again after a part had arrived.
  const amount = standing.ask;
  // Nobody else is asked after something had arrived, or where we don't know the format.
  const isForAll = standing.invitation === "open" && isChecked;
  return (
    <section
      aria-label="Deposit"
      className="group/deposit rounded-xl border border-line bg-surface print:break-inside-avoid"
    >
      {/* "Send" is not said once the time to send has passed. */}
      <SendOnly
        symbol={fromCurrency}
        networkName={networkName}
        isSandbox={isSandbox}
        instead={simulate && "Press “Simulate the deposit” instead."}
        className="group-has-data-late/deposit:hidden"
      />
      {/* What may have arrived already comes before what to send. */}
      {chain && isBlind && <div className="border-b border-line px-card py-3.5 print:py-2">{chain}</div>}
      <div className="space-y-2 p-5 pb-3.5 max-sm:px-4 max-sm:pt-4 print:space-y-2 print:py-3">
        <DepositWindow
          until={window.until}
          drawnAt={window.now}
          windowMs={window.minutes * 60_000}
          untilText={window.untilText}
          late={
            <Notice kind="warn" title="The time to send has passed. Ask the service before you send." isLive>
              The time ended at {window.untilText}: the service may take no deposit any more. Already sent?
              Contact the service before doing anything else.
            </Notice>
          }
          past={<PastAddress address={address} asset={asset} networkName={networkName} />}
          links={
            <>
              {isForAll && <CopyInstructions {...{ transfer, networkName, isSandbox }} />}
              <ExplorerLink asset={asset} address={address} />
            </>
          }
        >
          <div className="flex flex-wrap gap-x-6 gap-y-5">
            <div className="min-w-0 flex-[1_1_16rem] space-y-4 print:space-y-2">
              <Opened transfer={transfer} untilText={window.untilText} />
              <Amount amount={amount} symbol={fromCurrency} />
              <div className="space-y-1">
                <p className="text-[0.8125rem]/5 text-muted">To this address on {networkName}</p>
                <Address address={address} className="text-xl/7.5 tracking-tight max-sm:text-lg/7" />
                {!isChecked && (
                  <p className="text-[0.8125rem]/5 font-medium text-warn">
                    Format not checked: this dashboard doesn’t know the address format of {networkName}. Ask
                    the service before you send.
                  </p>
                )}
              </div>
              {memo !== null && <Memo memo={memo} />}
              <div className="flex flex-wrap gap-2 print:hidden">
                {simulate}
                <CopyButton
                  text={address}
                  variant={isSandbox ? "secondary" : "primary"}
                  className="flex-1 [&>button]:w-full [&>button]:px-3 [&>button]:whitespace-nowrap"
                >
                  Copy address
                </CopyButton>
                {wallet}
              </div>
            </div>
            {isForAll && memo === null && <AddressQr {...{ networkName, address, isSandbox }} />}
          </div>
        </DepositWindow>
        {chain && !isBlind && <div className="border-t border-line pt-3.5 print:pt-2">{chain}</div>}
      </div>
    </section>
  );
}

type PastProps = { address: string; asset: Asset | undefined; networkName: string };

function PastAddress({ address, asset, networkName }: PastProps) {
  return (
    <div className="mt-3 space-y-1 text-[0.8125rem]/5">
      <p className="text-muted">Deposit address on {networkName}. Don’t send to it now.</p>
      <Address address={address} className="text-[0.8125rem]/6" />
      <ExplorerLink asset={asset} address={address} />
    </div>
  );
}

/** Who opened it again, and what that means. */
function Opened({ transfer, untilText }: { transfer: Transfer; untilText: string }) {
  const { amount, fromCurrency, standing } = transfer;
  const { openedBy, invitation, ask } = standing;
  if (openedBy === null) return null;
  const isPart = compareAmounts(ask, amount) !== 0;
  return (
    <p className="text-[0.8125rem]/5">
      <span className="font-semibold">
        Opened again by <bdi>{showInvisible(openedBy)}</bdi>, until {untilText}.
      </span>{" "}
      {isPart && `It asks for what is missing of ${formatPadded(amount)} ${fromCurrency}. `}
      {invitation === "open_here" && "Only this page asks: there is no QR code, wallet or payer’s link."}
    </p>
  );
}

function Amount({ amount, symbol }: { amount: Transfer["amount"]; symbol: string }) {
  const shown = formatPadded(amount);
  return (
    <div>
      <p className="text-[0.8125rem]/5 text-muted">Send exactly, and only once</p>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        {/* A digit on a line of its own could be missed: a long amount is drawn smaller, never broken. */}
        <p
          translate="no"
          className={classNames(
            "font-semibold tracking-tight tabular-nums",
            shown.length > 12 ? "text-xl" : "text-4xl/11 max-sm:text-3xl/11",
          )}
        >
          <span className="whitespace-nowrap">{shown}</span>{" "}
          <span className="text-lg font-normal tracking-normal text-muted">{symbol}</span>
        </p>
        <CopyButton text={amount} size="small">
          Copy<span className="sr-only"> amount</span>
        </CopyButton>
      </div>
      <p className="mt-1 text-xs text-muted">This amount must arrive after any exchange fee.</p>
    </div>
  );
}

function MissingAddress() {
  return (
    <Notice kind="warn" title="This transfer exists at the service, but no deposit address was received">
      <p>Don’t send: there is no address yet, and one from elsewhere may belong to somebody else.</p>
      <p>Ask the service for the deposit address. Give it this transfer’s IDs and recipient.</p>
    </Notice>
  );
}

type BadAddressProps = { address: string; asset: Asset | undefined; networkName: string };

/** What the service gave is no address to send to. */
export function BadAddress({ address, asset, networkName }: BadAddressProps) {
  const fault = faultOfInvalid(address, asset?.addressFamily);
  if (fault !== "format") {
    const isContract = fault === "contract";
    return (
      <Notice
        kind="fail"
        title={`This ${isContract ? "is a token’s own contract" : "address has no owner"}. Do not send.`}
      >
        <p>Money sent there is lost. Ask the service for the right address.</p>
        <p translate="no" className="font-mono">
          {address}
        </p>
      </Notice>
    );
  }
  return (
    <Notice kind="fail" title={`This does not look like a ${networkName} address. Do not send.`}>
      <p>
        The service answered with the text below. Money sent to it may be lost. Ask the service before
        anything else.
      </p>
      <p translate="no" className="foreign-text font-mono">
        {showExactly(address)}
      </p>
    </Notice>
  );
}
