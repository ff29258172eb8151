"use client";

import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { ActOutcome } from "#components/notice/act-outcome";
import { Notice } from "#components/notice/notice";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { Button } from "#components/ui/button";
import { Time } from "#components/ui/time";
import { act } from "#lib/calls/act";
import { ask } from "#lib/calls/ask";
import { attentionCountsQuery } from "#lib/calls/queries";
import type { TransferHold } from "#lib/contract/records";
import { holdWords } from "#lib/words/hold-words";

const ConfirmDialog = lazy(() =>
  import("#components/ui/confirm-dialog").then(({ ConfirmDialog }) => ({ default: ConfirmDialog })),
);

type Props = { hold: TransferHold | null; mayRelease: boolean; timeZone: string };

export function HoldNotice({ hold, mayRelease, timeZone }: Props) {
  const { mutate, error, isPending, isSuccess } = useMutation(
    act("POST /api/hold/release", { renews: [ask("GET /api/hold"), attentionCountsQuery] }),
  );
  const [asked, setAsked] = useState<TransferHold>();
  return (
    <div className="mb-4 space-y-4 empty:hidden">
      <ActOutcome of={isSuccess || error !== null}>
        {error !== null && <ProblemNotice trouble={asTrouble(error)} isLive />}
        {isSuccess && hold === null && <Notice kind="ok" title="New transfers are allowed again" isLive />}
      </ActOutcome>
      {hold !== null && (
        <Notice
          kind="fail"
          title="New transfers are on hold"
          action={
            mayRelease && (
              <Button size="small" onClick={() => setAsked(hold)}>
                We compared: allow new transfers
              </Button>
            )
          }
        >
          <HoldDetails hold={hold} timeZone={timeZone} />
          {!mayRelease && <p>After that, an admin can allow new transfers here.</p>}
        </Notice>
      )}
      {asked !== undefined && (
        <Suspense>
          <ConfirmDialog
            title="Allow new transfers?"
            act="Allow new transfers"
            actPending="Allowing"
            isPending={isPending}
            onAct={() => mutate({ body: { since: asked.since } }, { onSettled: () => setAsked(undefined) })}
            onClose={() => setAsked(undefined)}
          >
            <p>
              If the service has a transfer that this dashboard doesn’t show, somebody may create it again and
              pay twice. Your name will be in the audit log.
            </p>
            <p>
              Transfers that may have reached the service before the hold get the status “Outcome unknown”.
            </p>
          </ConfirmDialog>
        </Suspense>
      )}
    </div>
  );
}

function HoldDetails({ hold, timeZone }: { hold: TransferHold; timeZone: string }) {
  const { since, reason, writtenAgain } = hold;
  const { cause, missing } = holdWords[reason];
  return (
    <>
      <p>
        {cause} {missing} No new transfer has been sent to the service since{" "}
        <Time at={since} timeZone={timeZone} />.
      </p>
      {writtenAgain > 0 && (
        <p>
          This dashboard still had a record of{" "}
          {writtenAgain === 1 ? "1 lost transfer" : `${writtenAgain} lost transfers`} and has saved{" "}
          {writtenAgain === 1 ? "it" : "them"} again.
        </p>
      )}
      <p>
        Ask the offramp service for its records from before the hold, and compare them with the transfers
        here. The dashboard can’t read the service’s records, so a person has to do this.
      </p>
    </>
  );
}
