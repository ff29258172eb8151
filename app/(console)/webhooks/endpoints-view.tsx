"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { ActOutcome } from "#components/notice/act-outcome";
import { Notice } from "#components/notice/notice";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { lazyPart } from "#components/ui/lazy-part";
import { Skeleton } from "#components/ui/skeleton";
import { useReturnedFocus } from "#lib/browser/focus-kept";
import { ask } from "#lib/calls/ask";
import { isSignedOut } from "#lib/contract/problem";
import type { Endpoint } from "#lib/features/telling/webhooks";
import { EndpointTable } from "./endpoint-table";

const AddEndpoint = lazyPart(() => import("./add-endpoint").then(({ AddEndpoint }) => AddEndpoint));

type Props = {
  initial: Endpoint[];
  /** When the server read it, in milliseconds since 1970. */
  readAt: number;
  timeZone: string;
};

export function EndpointsView({ initial, readAt, timeZone }: Props) {
  const {
    data: { endpoints },
    error,
    dataUpdatedAt,
  } = useQuery({
    ...ask("GET /api/webhooks"),
    refetchInterval: 30_000,
    initialData: { endpoints: initial },
    initialDataUpdatedAt: readAt,
  });
  const [isAdding, setIsAdding] = useState(false);
  const opener = useReturnedFocus<HTMLButtonElement>(isAdding);
  const [removed, setRemoved] = useState<string>();

  return (
    <div className="space-y-4">
      <ActOutcome of={removed}>
        {removed !== undefined && <Notice kind="ok" title={removed} isLive />}
      </ActOutcome>
      {error !== null && !isSignedOut(error) && (
        <Notice kind="warn" title="Couldn’t refresh this page" isLive>
          {error.message} Showing what we knew before.
        </Notice>
      )}
      {isAdding ? (
        <Card title="New endpoint" className="max-w-2xl">
          <Suspense fallback={<Skeleton className="h-120 rounded-lg" />}>
            <AddEndpoint onClose={() => setIsAdding(false)} />
          </Suspense>
        </Card>
      ) : (
        <Button ref={opener} variant="primary" onClick={() => setIsAdding(true)}>
          Add an endpoint
        </Button>
      )}
      <Card title={`Endpoints (${endpoints.length})`} isFlush>
        {endpoints.length === 0 ? (
          <EmptyState title={<h3 className="text-base font-semibold">No endpoints yet</h3>}>
            Add a system, or a channel in Slack or Teams, that should know what happens to transfers.
          </EmptyState>
        ) : (
          <EndpointTable
            endpoints={endpoints}
            now={dataUpdatedAt}
            timeZone={timeZone}
            onRemoved={setRemoved}
          />
        )}
      </Card>
    </div>
  );
}
