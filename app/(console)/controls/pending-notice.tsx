import { useMutation } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { Notice } from "#components/notice/notice";
import { Trouble } from "#components/notice/trouble";
import { Button } from "#components/ui/button";
import { lazyPart } from "#components/ui/lazy-part";
import { PageLink } from "#components/ui/page-link";
import { act } from "#lib/calls/act";

const ConfirmDialog = lazyPart(() =>
  import("#components/ui/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
);

export type Pending = { n: number; requestId: string; about: ReactNode };
type Props = { pending: Pending; onStopped: () => void };

/** Looser rules that don’t count yet, and the way to stop them. */
export function PendingNotice({ pending, onStopped }: Props) {
  const [isAsked, setIsAsked] = useState(false);
  const { mutate, error, isPending } = useMutation(act("POST /api/controls/[n]/stop"));
  return (
    <Notice
      kind="warn"
      title="Looser rules are waiting"
      action={
        <>
          <Button size="small" onClick={() => setIsAsked(true)}>
            Stop…
          </Button>
          <PageLink href={`/approvals/${pending.requestId}`} className="btn btn-small btn-secondary">
            Open the request
          </PageLink>
        </>
      }
    >
      {pending.about}
      {error !== null && <Trouble error={error} />}
      {isAsked && (
        <Suspense>
          <ConfirmDialog
            title="Stop the looser rules?"
            act="Stop"
            actPending="Stopping"
            isPending={isPending}
            onAct={() =>
              mutate(
                { params: { n: `${pending.n}` } },
                { onSuccess: onStopped, onSettled: () => setIsAsked(false) },
              )
            }
            onClose={() => setIsAsked(false)}
          >
            <p>The rules that count now stay. Looser ones can be asked for again.</p>
          </ConfirmDialog>
        </Suspense>
      )}
    </Notice>
  );
}
