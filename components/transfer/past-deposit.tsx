import type { ReactNode } from "react";
import { Notice } from "#components/notice/notice";
import { Card } from "#components/ui/card";
import type { Asset } from "#lib/asset/asset";
import type { Transfer } from "#lib/contract/api";
import { compareAmounts } from "#lib/money/amount";
import { showInvisible } from "#lib/text/visible-text";
import type { Bar } from "#lib/transfer/standing/invitation";
import { isConflict } from "#lib/transfer/status-words";
import { arrivedWords } from "#lib/words/deposit/arrived-words";
import { closedWords } from "#lib/words/deposit/closed-words";
import { describeStatus } from "#lib/words/words";
import { Address } from "./address";
import { ArrivedBar } from "./deposit-bars";
import { ExplorerLink } from "./explorer-link";

type Props = {
  transfer: Transfer;
  address: string;
  asset: Asset | undefined;
  phase: "received" | "closed";
  /** What came, as the network shows it. */
  list?: ReactNode;
  /** What to do about a deposit that isn't what was asked for. */
  acts?: ReactNode;
  /** What can be done about what closes it. */
  ways?: ReactNode;
};

/** The address is only evidence now: nobody is invited to send again. */
export function PastDeposit({ transfer, address, asset, phase, list, acts, ways }: Props) {
  const networkName = asset?.networkName ?? transfer.network;
  return (
    <Card title={list ? `Deposits on ${networkName}` : "Deposit"} className="relative">
      <div className="space-y-3 empty:hidden">
        <Reported transfer={transfer} phase={phase} acts={acts} ways={ways} />
        {list}
      </div>
      {transfer.standing.closedBy !== "doubt_of_address" && (
        <details className="on-paper group/address [&:not([open])]:-mb-1">
          <summary className="link-button in-card-head">
            <span className="group-open/address:hidden">Show the address</span>
            <span className="hidden group-open/address:inline">Hide the address</span>
          </summary>
          <div className="mt-3 space-y-1 border-t border-line pt-3 text-[0.8125rem]/5">
            <p className="font-semibold">Don’t send to it now.</p>
            <p className="text-muted">Deposit address on {networkName}</p>
            <Address address={address} className="text-[0.8125rem]/6" />
            <ExplorerLink asset={asset} address={address} />
          </div>
        </details>
      )}
    </Card>
  );
}

function Reported({ transfer, phase, acts, ways }: Pick<Props, "transfer" | "phase" | "acts" | "ways">) {
  const { status, statusSource, amount, arrivedAmount, fromCurrency } = transfer;
  const arrived = arrivedWords(transfer);
  const { closedBy, sources } = transfer.standing;
  const isSaid = statusSource === "service_callback" && status !== "other" && closedBy !== "unknown_word";
  const who = isSaid ? `The service reported this transfer as: ${describeStatus(transfer).word}.` : "";
  // The network's card says the same, and what to do.
  if (isSeenToo(transfer)) return <p>{who}</p>;
  // A notice of its own has both figures.
  if (sources !== null && acts)
    return (
      <>
        <p>{who}</p>
        {acts}
      </>
    );
  if (arrived !== undefined)
    return (
      <div className="space-y-3">
        <Notice kind="warn" title={`${arrived.headline}.`}>
          {arrived.advice} {who}
        </Notice>
        {status === "deposit_short" && arrivedAmount !== null && (
          <ArrivedBar arrived={arrivedAmount} amount={amount} symbol={fromCurrency} />
        )}
        {acts}
      </div>
    );
  const isReported =
    isSaid && receipts.includes(status) && (closedBy === "arriving" || closedBy === "arrived");
  if (phase === "received" && (closedBy === "said" || isReported))
    return (
      <Notice kind="info" title="A deposit was reported. Do not send again.">
        {who}
      </Notice>
    );
  // Another card says so, and what to do.
  if (closedBy === null || toldElsewhere.includes(closedBy)) return null;
  const { title, body } = closedWords[closedBy];
  return (
    <Notice
      kind={closedBy === "stopped" ? "info" : "warn"}
      title={closedBy === "unknown_word" ? unknownTitle(transfer) : title}
      action={ways}
    >
      {body} {who}
    </Notice>
  );
}

/** The word as it came. */
export function unknownTitle({ unknownWords }: Pick<Transfer, "unknownWords">): string {
  return `The service reported: ${showInvisible(unknownWords.filter((word) => !isConflict(word)).join(", "))}`;
}

/** What the service says of a deposit that it has. */
const receipts: readonly string[] = ["deposit_received", "processing"];

/** By the network's card. */
const toldElsewhere: readonly Bar[] = ["wrong_token", "arriving", "arrived", "short", "gone"];

/** Whether the network shows what the service reported, to the unit. */
function isSeenToo({ status, arrivedAmount, deposit: { label, amount } }: Transfer): boolean {
  return (
    status === `deposit_${label}` &&
    arrivedAmount !== null &&
    amount !== null &&
    compareAmounts(arrivedAmount, amount) === 0
  );
}
