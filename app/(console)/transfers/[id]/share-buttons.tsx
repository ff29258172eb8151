"use client";

import { Button } from "#components/ui/button";
import { CopyButton } from "#components/ui/copy-button";
import type { TransferWithEvents } from "#lib/contract/api";
import { ticketSummary } from "#lib/transfer-text";

type Props = { transfer: TransferWithEvents; networkName: string; isSandbox: boolean };

/** The ways in which a transfer leaves this page. */
export function ShareButtons({ transfer, networkName, isSandbox }: Props) {
  return (
    <>
      <CopyButton size="small" text={() => new URL(`/transfers/${transfer.id}`, window.location.origin).href}>
        Copy link
      </CopyButton>
      <CopyButton size="small" text={() => ticketSummary(transfer, { networkName, isSandbox })}>
        Copy summary for a ticket
      </CopyButton>
      <Button size="small" onClick={() => window.print()}>
        Print
      </Button>
    </>
  );
}
