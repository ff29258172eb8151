"use client";

import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Notice } from "#components/notice/notice";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { Skeleton } from "#components/ui/skeleton";
import { ask } from "#lib/calls/ask";
import type { InvitationEntry, PasswordLinkEntry, People } from "#lib/contract/people";
import { isSignedOut } from "#lib/contract/problem";
import { roleWords } from "#lib/contract/roles";
import { OpenLinks } from "./open-links";
import { PeopleTable } from "./people-table";

const PracticeColleague = lazy(() =>
  import("./practice-colleague").then(({ PracticeColleague }) => ({ default: PracticeColleague })),
);
const InviteForm = lazy(() => import("./invite-form").then(({ InviteForm }) => ({ default: InviteForm })));

type Props = {
  initial: People;
  /** When the server read it, in milliseconds since 1970. */
  readAt: number;
  ownId: string;
  timeZone: string;
  /** This server sends e-mail, so links are sent. */
  isMailed: boolean;
  isSandbox: boolean;
};

export function PeopleView({ initial, readAt, ownId, timeZone, isMailed, isSandbox }: Props) {
  const { data, error, dataUpdatedAt } = useQuery({
    ...ask("GET /api/people"),
    refetchInterval: 60_000,
    initialData: initial,
    initialDataUpdatedAt: readAt,
  });
  const [isInviting, setIsInviting] = useState(false);
  return (
    <div className="space-y-4">
      {error !== null && !isSignedOut(error) && (
        <Notice kind="warn" title="Couldn’t refresh this page" isLive>
          {error.message} Showing what we knew before.
        </Notice>
      )}
      <Card title={`People (${data.people.length})`} isFlush>
        <PeopleTable
          people={data.people}
          ownId={ownId}
          now={dataUpdatedAt}
          timeZone={timeZone}
          isMailed={isMailed}
        />
      </Card>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title="Invite somebody">
          {isInviting ? (
            <Suspense fallback={<Skeleton className="h-64 rounded-lg" />}>
              <InviteForm timeZone={timeZone} isMailed={isMailed} />
            </Suspense>
          ) : (
            <>
              <p className="text-muted">
                An invitation is a link that works once.{" "}
                {isMailed ? "We e-mail it to the person." : "You give it to the person yourself."}
              </p>
              <Button variant="primary" className="mt-4" onClick={() => setIsInviting(true)}>
                Invite somebody
              </Button>
            </>
          )}
          {isSandbox && !isMailed && (
            <Suspense>
              <PracticeColleague known={data} timeZone={timeZone} />
            </Suspense>
          )}
        </Card>
        <div className="space-y-4">
          <Invitations invitations={data.invitations} timeZone={timeZone} />
          <PasswordLinks passwordLinks={data.passwordLinks} timeZone={timeZone} />
        </div>
      </div>
    </div>
  );
}

type InvitationProps = { invitations: readonly InvitationEntry[]; timeZone: string };

function Invitations({ invitations, timeZone }: InvitationProps) {
  return (
    <OpenLinks
      title="Open invitations"
      links={invitations}
      what="the invitation for"
      gives={({ role }) => `${roleWords[role].name}.`}
      revoking="DELETE /api/people/invitations/[id]"
      timeZone={timeZone}
    >
      Its link stops working. You can invite them again with a new link.
    </OpenLinks>
  );
}

type LinkProps = { passwordLinks: readonly PasswordLinkEntry[]; timeZone: string };

function PasswordLinks({ passwordLinks, timeZone }: LinkProps) {
  return (
    <OpenLinks
      title="Open password links"
      links={passwordLinks}
      what="the password link for"
      revoking="DELETE /api/people/password-links/[id]"
      timeZone={timeZone}
    >
      The link stops working. Their password stays the same. You can create a new link.
    </OpenLinks>
  );
}
