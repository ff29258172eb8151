"use client";

import type { ReactNode } from "react";
import { timeLeft } from "#lib/text/clock/time-left";
import { useIsOver, useServerNow } from "./server-now";

type Props = {
  /** Milliseconds since 1970: the end of the deposit window, and the server's time when it drew the page. */
  until: number;
  drawnAt: number;
  /** How long the window is. */
  windowMs: number;
  /** The same moment as people read it. */
  untilText: string;
  /** Shown when the window has ended. */
  late: ReactNode;
  /** At the end of the line that counts down. */
  links: ReactNode;
  /** What can be unfolded then: to look and to ask, and not to send. */
  past: ReactNode;
  children: ReactNode;
};

/** Counts down beside the address, and takes it away when the time is over, whether or not the server is there. */
export function DepositWindow({ until, drawnAt, windowMs, untilText, late, links, past, children }: Props) {
  const now = useServerNow(drawnAt, 1_000);
  const isLate = useIsOver(until, now);
  if (isLate)
    return (
      <>
        {late}
        <details data-late>
          <summary className="min-h-8 content-center font-medium underline pointer-coarse:min-h-11">
            Show the address
          </summary>
          {past}
        </details>
      </>
    );
  return (
    <>
      {children}
      <div className="mt-5 flex flex-wrap items-center gap-x-4 border-t border-line pt-1 text-[0.8125rem]/5 print:mt-2">
        <p className="mr-auto flex items-center gap-3 py-1.5 text-muted">
          <svg
            aria-hidden="true"
            viewBox="0 0 20 20"
            className="size-5 shrink-0 -rotate-90 fill-none stroke-current stroke-[2.5] text-ink print:hidden"
          >
            <circle cx="10" cy="10" r="8" pathLength="1" strokeDasharray={`${(until - now) / windowMs} 1`} />
          </svg>
          <span>
            {/* Not announced each second: the end is said once. */}
            <span aria-hidden="true" className="print:hidden">
              <b className="font-medium text-ink tabular-nums">{timeLeft(until - now)}</b> left.{" "}
            </span>
            Send before {untilText}
          </span>
        </p>
        {links}
      </div>
    </>
  );
}
