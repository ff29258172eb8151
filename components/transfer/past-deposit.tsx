import type { ReactNode } from "react";
import { Notice } from "#components/notice/notice";
import { Card } from "#components/ui/card";
import type { Asset } from "#lib/asset/asset";
import type { Transfer } from "#lib/contract/api";
import { closedWords } from "#lib/words/deposit/closed-words";
import { wordOfService } from "#lib/words/words";
import { Address } from "./address";
import { ExplorerLink } from "./explorer-link";

type Props = {
  transfer: Transfer;
  address: string;
  asset: Asset | undefined;
  phase: "received" | "closed";
  /** What came, as the network shows it. */
  list?: ReactNode;
  /** What can be done about what closes it. */
  ways?: ReactNode;
};

/** The address is only evidence now: nobody is invited to send again. */
export function PastDeposit({ transfer, address, asset, phase, list, ways }: Props) {
  const networkName = asset?.networkName ?? transfer.network;
  return (
    <Card title={list ? `Deposits on ${networkName}` : "Deposit"} className="relative">
      <div className="space-y-3 empty:hidden">
        <Reported transfer={transfer} phase={phase} ways={ways} />
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

function Reported({ transfer, phase, ways }: Pick<Props, "transfer" | "phase" | "ways">) {
  const { status } = transfer;
  const { closedBy } = transfer.standing;
  const said = status === "other" ? undefined : wordOfService(transfer);
  const who = said === undefined ? "" : `The service reported this transfer as: ${said}.`;
  if (phase === "received" && said !== undefined && isReceipt(transfer))
    return (
      <Notice kind="info" title={receipts[status] ?? ""}>
        Nothing to do now: don’t send again.
      </Notice>
    );
  if (phase === "received" && closedBy === "said")
    return (
      <Notice kind="info" title="A deposit was reported. Don’t send again.">
        {who}
      </Notice>
    );
  // The network's card says so, and what to do.
  if (closedBy === null || closedBy === "arriving" || closedBy === "arrived") return null;
  const { title, body } = closedWords[closedBy];
  return (
    <Notice kind={closedBy === "stopped" ? "info" : "warn"} title={title} action={ways}>
      {body} {who}
    </Notice>
  );
}

/** What the service says of a deposit that it has. */
const receipts: Partial<Record<Transfer["status"], string>> = {
  deposit_received: "The service says that it has the deposit and pays next",
  processing: "The service says that it is paying the recipient",
};

/** Whether the service says that it has the deposit, and nothing speaks against it. */
export function isReceipt({ status, standing: { closedBy } }: Transfer): boolean {
  return (
    receipts[status] !== undefined &&
    (closedBy === "said" || closedBy === "arriving" || closedBy === "arrived")
  );
}
