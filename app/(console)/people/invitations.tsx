import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { Time } from "#components/ui/time";
import type { InvitationEntry } from "#lib/contract/people";
import { takeInvitationBack } from "#lib/people-calls";
import { roleWords } from "#lib/roles";
import { Trouble } from "./trouble";

const ConfirmDialog = lazy(() =>
  import("#components/ui/confirm-dialog").then(({ ConfirmDialog }) => ({ default: ConfirmDialog })),
);

type Props = { invitations: readonly InvitationEntry[]; timeZone: string };

/** The invitations that nobody has used yet. Their links cannot be shown again, but taken back. */
export function Invitations({ invitations, timeZone }: Props) {
  const [asked, setAsked] = useState<InvitationEntry>();
  const { mutate, error, isPending } = useMutation(takeInvitationBack);
  return (
    <Card title="Open invitations">
      {error !== null && (
        <div className="mb-4">
          <Trouble error={error} />
        </div>
      )}
      {invitations.length === 0 ? (
        <p className="text-muted">None. An invitation stands here until its link is used or ends.</p>
      ) : (
        <ul className="divide-y divide-line">
          {invitations.map((invitation) => (
            <li
              key={invitation.id}
              className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
            >
              <div className="min-w-0 flex-[1_1_12rem]">
                <p className="foreign-text font-medium">{invitation.email}</p>
                <p className="text-[13px]/5 text-muted">
                  {roleWords[invitation.role].name}. The link ends{" "}
                  <Time at={invitation.expiresAt} timeZone={timeZone} />.
                </p>
              </div>
              <Button size="small" onClick={() => setAsked(invitation)}>
                Take back<span className="sr-only"> the invitation of {invitation.email}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {asked !== undefined && (
        <Suspense>
          <ConfirmDialog
            title={`Take back the invitation of ${asked.email}?`}
            act="Take it back"
            actPending="Taking it back"
            isPending={isPending}
            onAct={() => !isPending && mutate(asked.id, { onSettled: () => setAsked(undefined) })}
            onClose={() => setAsked(undefined)}
          >
            <p>Its link works no more. You can invite them again, with a new link.</p>
          </ConfirmDialog>
        </Suspense>
      )}
    </Card>
  );
}
