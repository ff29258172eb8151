"use client";

import type { ReactNode } from "react";
import { timeLeft } from "#lib/text/clock/time-left";
import { formatDeadline, formatOffset } from "#lib/text/format-time";
import { useServerNow } from "./server-now";

type Props = {
  /** ISO 8601; `null` where nothing is asked for. */
  sendUntil: string | null;
  linkUntil: string;
  /** The server's time when it drew the page. */
  drawnAt: number;
  timeZone: string;
};

/** Until when the address is open, and until when the link works: each with its day, and drawn again as time passes. */
export function Deadlines({ sendUntil, linkUntil, drawnAt, timeZone }: Props) {
  const now = useServerNow(drawnAt, 1_000);
  return (
    <dl className="grid grid-cols-2 border-line not-first:border-t">
      {sendUntil !== null && (
        <Deadline name="Address open until" at={sendUntil} now={now} timeZone={timeZone}>
          {/* Not announced each second: the end is said once. */}
          {timeLeft(Date.parse(sendUntil) - now)} left to send
        </Deadline>
      )}
      <Deadline name="This link works until" at={linkUntil} now={now} timeZone={timeZone}>
        shows what arrived
      </Deadline>
    </dl>
  );
}

type DeadlineProps = { name: string; at: string; now: number; timeZone: string; children: ReactNode };

/** What the server has written stays until it changes: a stranger's browser may know another zone, or none of this name. */
function Deadline({ name, at, now, timeZone, children }: DeadlineProps) {
  const { clock, day } = formatDeadline(at, now, timeZone);
  return (
    <div className="min-w-0 border-line px-4 py-3 not-first:border-l sm:px-5">
      <dt className="text-xs text-muted">{name}</dt>
      <dd>
        <time translate="no" dateTime={at} className="block">
          <span suppressHydrationWarning className="text-base/6 font-medium">
            {clock}
          </span>{" "}
          <span suppressHydrationWarning className="text-muted">
            {day}{" "}
            <span suppressHydrationWarning className="text-xs">
              {formatOffset(at, timeZone)}
            </span>
          </span>
        </time>
        <span className="block text-xs text-muted">{children}</span>
      </dd>
    </div>
  );
}
