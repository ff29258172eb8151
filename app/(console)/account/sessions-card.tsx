"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Chip } from "#components/chip/chip";
import { ActOutcome } from "#components/notice/act-outcome";
import { Notice } from "#components/notice/notice";
import { BusyButton } from "#components/ui/busy-button";
import { Card } from "#components/ui/card";
import { Ago } from "#components/ui/time";
import { act } from "#lib/calls/act";
import { ask } from "#lib/calls/ask";
import { signOut } from "#lib/calls/sign-out";
import type { SessionEntry } from "#lib/contract/people";
import { isSignedOut } from "#lib/contract/problem";
import { formatTime } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import { describeBrowser } from "#lib/words/browser-words";

const sessionsQuery = { ...ask("GET /api/auth/list-sessions"), refetchInterval: 60_000 };

type Props = {
  initial: SessionEntry[];
  /** When the server read it, in milliseconds since 1970. */
  readAt: number;
  timeZone: string;
};

export function SessionsCard({ initial, readAt, timeZone }: Props) {
  const { data, error, dataUpdatedAt } = useQuery({
    ...sessionsQuery,
    initialData: initial,
    initialDataUpdatedAt: readAt,
  });
  const ending = useMutation({
    ...act("POST /api/auth/revoke-session"),
    onSuccess: (sessions, _given, _result, { client }) =>
      client.setQueryData(sessionsQuery.queryKey, sessions),
    onError: (_error, _given, _result, { client }) => void client.invalidateQueries(sessionsQuery),
  });
  const [ended, setEnded] = useState<SessionEntry>();
  const leaving = useMutation({
    mutationFn: signOut,
    // A full load, so that nothing of this person stays.
    onSuccess: () => window.location.assign("/login"),
  });
  const trouble = ending.error ?? leaving.error ?? (isSignedOut(error) ? null : error);
  const failed = ending.isError
    ? "The session was not ended"
    : leaving.isError
      ? "You were not signed out"
      : "Couldn’t refresh your sessions";
  return (
    <Card title="Sessions">
      <p className="mb-4 text-muted">
        A session ends 12 hours after sign-in, or after 30 minutes without activity.
      </p>
      {trouble !== null && (
        <Notice kind="warn" title={failed} isLive className="mb-4">
          {trouble.message}
        </Notice>
      )}
      {ended !== undefined && (
        <ActOutcome of={ended} className="mb-4 font-medium">
          Ended: {sessionName(ended, timeZone)}.{" "}
          {data.length === 1 ? "One session" : `${data.length} sessions`} left.
        </ActOutcome>
      )}
      <ul className="divide-y divide-line">
        {data.map((session) => (
          <Session key={session.id} session={session} now={dataUpdatedAt}>
            {session.isCurrent ? (
              <BusyButton size="small" isOff={leaving.isPending} onClick={() => leaving.mutate()}>
                {leaving.isPending ? "Signing out" : "Sign out"}
              </BusyButton>
            ) : (
              <BusyButton
                size="small"
                isOff={ending.isPending}
                onClick={() =>
                  ending.mutate({ body: { id: session.id } }, { onSuccess: () => setEnded(session) })
                }
              >
                {ending.isPending && ending.variables.body.id === session.id ? "Ending" : "End"}
                <span className="sr-only"> the session of {sessionName(session, timeZone)}</span>
              </BusyButton>
            )}
          </Session>
        ))}
      </ul>
    </Card>
  );
}

/** Names one among several of the same browser: `Chrome on Linux, signed in on 3 May 2026, 14:02:31`. */
function sessionName({ userAgent, createdAt }: SessionEntry, timeZone: string): string {
  return `${describeBrowser(userAgent)}, signed in on ${formatTime(createdAt, timeZone, { hasSeconds: true })}`;
}

type SessionProps = { session: SessionEntry; now: number; children: ReactNode };

function Session({ session, now, children }: SessionProps) {
  const { isCurrent, userAgent, address, lastSeenAt, createdAt, expiresAt } = session;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-[1_1_14rem] space-y-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium" title={userAgent === null ? undefined : showInvisible(userAgent)}>
            {describeBrowser(userAgent)}
          </span>
          {isCurrent && (
            <Chip shape="dot" tone="proc">
              This one
            </Chip>
          )}
        </p>
        <p className="text-[0.8125rem]/5 text-muted">
          {address === null ? "Unknown address" : <>From {showInvisible(address)}</>}, last seen{" "}
          <Ago at={lastSeenAt} now={now} />
        </p>
        <p className="text-[0.8125rem]/5 text-muted">
          Started <Ago at={createdAt} now={now} />, ends <Ago at={expiresAt} now={now} />
        </p>
      </div>
      {children}
    </li>
  );
}
