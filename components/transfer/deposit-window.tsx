"use client";

import { type ReactNode, useEffect, useState } from "react";
import { timeLeft } from "#lib/text/time-left";

type Props = {
  /** Milliseconds since 1970: the end of the deposit window, and the server's time when it drew the page. */
  until: number;
  drawnAt: number;
  /** The same moment as people read it. */
  untilText: string;
  /** Shown when the window has ended. */
  late: ReactNode;
  children: ReactNode;
};

/** Counts down beside the address, and folds it when the time is over. Without scripts the server's judgement stays. */
export function DepositWindow({ until, drawnAt, untilText, late, children }: Props) {
  const [now, setNow] = useState(drawnAt);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, []);
  const isLate = now >= until;
  return (
    <>
      {isLate && late}
      <details open={!isLate} key={`${isLate}`}>
        <summary
          className={
            isLate ? "min-h-8 content-center font-medium underline pointer-coarse:min-h-11" : "hidden"
          }
        >
          Show the address anyway
        </summary>
        {children}
      </details>
      {!isLate && (
        <p className="text-[0.8125rem]/5 text-muted">
          {/* Not announced each second: the end is said once. */}
          <span aria-hidden="true" className="font-semibold text-ink tabular-nums">
            {timeLeft(until - now)}{" "}
          </span>
          <span aria-hidden="true">left to send, </span>
          <span className="sr-only">Send it </span>until {untilText}
        </p>
      )}
    </>
  );
}
