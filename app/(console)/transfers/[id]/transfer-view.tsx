"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { ActOutcome } from "#components/notice/act-outcome";
import { Notice } from "#components/notice/notice";
import { useRedraw } from "#components/notice/redraw";
import { lazyPart } from "#components/ui/lazy-part";
import type { Asset } from "#lib/asset/asset";
import { useFocusKept } from "#lib/browser/focus-kept";
import { attentionCountsQuery, transferQuery } from "#lib/calls/queries";
import type { TransferWithEvents } from "#lib/contract/api";
import { serverAway } from "#lib/contract/server-away";

const ResolutionPanel = lazyPart(() =>
  import("./_resolution/resolution-panel").then(({ ResolutionPanel }) => ResolutionPanel),
);

type Props = {
  drawn: TransferWithEvents;
  asset: Asset | undefined;
  /** Only the service knows whether it exists, or where to send. */
  needsResolution: boolean;
  /** Drawn by the server: notices and deposit, details, and the side column. */
  news: ReactNode;
  facts: ReactNode;
  aside: ReactNode;
};

/** Fetched again while it can still change and somebody looks; after a change the server draws its parts again. */
export function TransferView({ drawn, asset, needsResolution, ...parts }: Props) {
  const { transfer, error, isAway, dataUpdatedAt } = useLiveTransfer(drawn);
  const [recorded, setRecorded] = useState<string>();
  useFocusKept(drawn);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21.5rem] print:block print:space-y-2">
      <div
        className={
          // What is for our own people has no place on the recipient’s paper: it has the advice alone.
          transfer.status === "paid"
            ? "min-w-0 space-y-4 print:[&>:not([data-advice])]:hidden"
            : "min-w-0 space-y-4"
        }
      >
        {(error !== null || isAway) && (
          <Notice kind="warn" title="Couldn’t refresh this page" isLive>
            {error === null
              ? `This transfer has changed. ${serverAway.title}. ${serverAway.meaning} Retrying automatically.`
              : `${error.message} Showing what we knew at ${new Date(dataUpdatedAt).toISOString().slice(11, 19)} UTC.`}
          </Notice>
        )}
        {recorded !== undefined && (
          <ActOutcome of={recorded} className="print:hidden">
            <Notice kind="info" title={recorded} isLive />
          </ActOutcome>
        )}
        {parts.news}
        {needsResolution && (
          <Suspense>
            <ResolutionPanel transfer={transfer} asset={asset} onDone={setRecorded} />
          </Suspense>
        )}
        {parts.facts}
      </div>
      {/* The payment advice goes to others: who did what here stays here. */}
      <div
        className={`min-w-0 space-y-4 print:space-y-2 ${transfer.status === "paid" ? "print:hidden" : ""}`}
      >
        {parts.aside}
      </div>
    </div>
  );
}

function useLiveTransfer(drawn: TransferWithEvents) {
  const {
    data: transfer,
    error,
    dataUpdatedAt,
  } = useQuery({ ...transferQuery(drawn.id), initialData: drawn });
  const client = useQueryClient();
  const { isAway } = useRedraw(transfer, drawn);
  const newest = JSON.stringify(transfer);
  const shown = JSON.stringify(drawn);
  useEffect(() => {
    // The counts of attention may have changed too.
    if (newest !== shown) void client.invalidateQueries(attentionCountsQuery);
  }, [newest, shown, client]);
  return { transfer, error, isAway, dataUpdatedAt };
}
