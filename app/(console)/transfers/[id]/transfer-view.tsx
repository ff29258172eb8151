"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { Deposit } from "#components/deposit";
import { StatusChip } from "#components/status-chip";
import { Chip } from "#components/ui/chip";
import { Notice } from "#components/ui/notice";
import { PageHeader } from "#components/ui/page-header";
import { Time } from "#components/ui/time";
import type { TransferWithEvents } from "#lib/contract/api";
import type { Asset } from "#lib/contract/asset";
import { lastFour } from "#lib/format";
import { transferQuery } from "#lib/queries";
import { transferTitle } from "#lib/transfer-text";
import { showInvisible } from "#lib/visible-text";
import { sourceWords } from "#lib/words";
import { ActResult } from "./act-result";
import { AttentionNotices } from "./attention-notices";
import { FlagNotices } from "./flag-notices";
import { RecordPanel } from "./record-panel";
import { ResolutionPanel } from "./resolution-panel";
import { ShareButtons } from "./share-buttons";
import { StatusAnnouncement } from "./status-announcement";
import { SubmissionNotice } from "./submission-notice";
import { Timeline } from "./timeline";
import { TransferFacts } from "./transfer-facts";

const SandboxControls = dynamic(() =>
  import("./sandbox-controls").then(({ SandboxControls }) => SandboxControls),
);

type Props = {
  initial: TransferWithEvents;
  asset: Asset | undefined;
  timeZone: string;
  isSandbox: boolean;
};

/** A transfer as it is known now: asked for anew while it can still change and somebody looks. */
export function TransferView({ initial, asset, timeZone, isSandbox }: Props) {
  const {
    data: transfer,
    error,
    dataUpdatedAt,
  } = useQuery({ ...transferQuery(initial.id), initialData: initial });
  const client = useQueryClient();
  // What needs attention may be another thing now, and its count stands beside this page.
  useEffect(() => {
    if (transfer.updatedAt !== initial.updatedAt) void client.invalidateQueries({ queryKey: ["attention"] });
  }, [transfer.updatedAt, initial.updatedAt, client]);
  const [isUtc, setIsUtc] = useState(false);
  const [recorded, setRecorded] = useState<string>();
  const zone = isUtc ? "UTC" : timeZone;
  const networkName = asset?.networkName ?? transfer.network;
  return (
    <>
      <PageHeader
        title={
          <>
            {transferTitle(transfer)}
            {transfer.quote !== null && <span className="text-sm font-normal text-muted"> (estimate)</span>}
          </>
        }
        beside={
          <>
            <StatusChip transfer={transfer} />
            {transfer.matchedAt !== null && (
              <Chip shape="tick" tone="ok">
                Matched
              </Chip>
            )}
          </>
        }
        lead={`To ${transfer.accountName}, ${showInvisible(transfer.bankName)}, account ending in ${lastFour(transfer.accountNumber)}. Status from: ${sourceWords[transfer.statusSource]}.`}
        actions={<ShareButtons transfer={transfer} networkName={networkName} isSandbox={isSandbox} />}
      />
      <StatusAnnouncement transfer={transfer} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21.5rem] print:block print:space-y-4">
        <div className="min-w-0 space-y-6 print:space-y-4">
          {error !== null && (
            <Notice kind="warn" title="This page could not be brought up to date" isLive>
              {error.message} Below is what was known at{" "}
              <Time at={new Date(dataUpdatedAt).toISOString()} timeZone={zone} hasSeconds />.
            </Notice>
          )}
          <ActResult sentence={recorded} />
          <AttentionNotices transfer={transfer} />
          <FlagNotices transfer={transfer} />
          <SubmissionNotice transfer={transfer} />
          <Deposit transfer={transfer} asset={asset} isSandbox={isSandbox} />
          <ResolutionPanel transfer={transfer} asset={asset} onDone={setRecorded} />
          <TransferFacts transfer={transfer} networkName={networkName} timeZone={zone} />
        </div>
        <div className="min-w-0 space-y-6">
          <RecordPanel transfer={transfer} timeZone={zone} />
          <Timeline events={transfer.events} timeZone={zone} isUtc={isUtc} onUtcChange={setIsUtc} />
          {isSandbox && <SandboxControls transfer={transfer} />}
        </div>
      </div>
    </>
  );
}
