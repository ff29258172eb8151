"use client";

import { type ReactNode, Suspense, useState } from "react";
import { ActOutcome } from "#components/notice/act-outcome";
import { Notice } from "#components/notice/notice";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { lazyPart } from "#components/ui/lazy-part";
import { Skeleton } from "#components/ui/skeleton";
import { useReturnedFocus } from "#lib/browser/focus-kept";
import { useRefresh } from "#lib/browser/refresh-page";
import type { ControlsState } from "#lib/features/controls/controls-api";
import { type Pending, PendingNotice } from "./pending-notice";

const RulesForm = lazyPart(() => import("./rules-form").then(({ RulesForm }) => RulesForm));

type Props = {
  /** The number of the newest rules. */
  n: number;
  /** What the form begins with. */
  start: ControlsState["rules"];
  /** How long looser rules are held. */
  holdHours: number;
  /** How many people can approve. */
  able: number;
  pending: Pending | undefined;
  /** Drawn by the server. */
  unmet: ReactNode;
  shown: ReactNode;
  aside: ReactNode;
};

/** The rules in words, and the form that sets them, which closes once the server has drawn newer ones. */
export function ControlsView({ n, start, holdHours, able, pending, unmet, shown, aside }: Props) {
  const { refresh } = useRefresh();
  const [said, setSaid] = useState<string>();
  const [openedAt, setOpenedAt] = useState<number>();
  const isOpen = openedAt === n;
  const opener = useReturnedFocus<HTMLButtonElement>(isOpen);

  function finish(sentence: string) {
    setSaid(sentence);
    // The menu may have other pages now, too.
    refresh();
  }

  return (
    <div className="space-y-4">
      <ActOutcome of={said}>{said !== undefined && <Notice kind="ok" title={said} isLive />}</ActOutcome>
      {pending !== undefined && (
        <PendingNotice pending={pending} onStopped={() => finish("Stopped. The rules stay as they were.")} />
      )}
      {unmet}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21.5rem]">
        {isOpen ? (
          <Suspense fallback={<Skeleton className="h-176 rounded-xl" />}>
            <RulesForm
              after={n}
              rules={start}
              holdHours={holdHours}
              able={able}
              onSaved={(state) => finish(savedWords(state))}
              onClose={() => setOpenedAt(undefined)}
            />
          </Suspense>
        ) : (
          <Card
            title="Rules that count now"
            action={
              <Button
                ref={opener}
                size="small"
                onClick={() => {
                  setSaid(undefined);
                  setOpenedAt(n);
                }}
              >
                Change the rules
              </Button>
            }
          >
            {shown}
          </Card>
        )}
        {aside}
      </div>
    </div>
  );
}

function savedWords({ pending }: ControlsState): string {
  return pending === null
    ? "Saved. The rules count now."
    : "Saved. They count once a second admin agrees, or when the hold is over.";
}
