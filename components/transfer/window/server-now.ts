import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { makeServerClock } from "#lib/text/clock/server-clock";

const clock = makeServerClock({ steady: () => performance.now(), wall: () => Date.now() });

/** Each may be the first that a tab does after a sleep. */
const wakings = ["pageshow", "focus", "visibilitychange", "resume"];

/** The server's time, at once after a tab was away. */
export function useServerNow(drawnAt: number, everyMs: number): number {
  const [now, setNow] = useState(drawnAt);
  useEffect(() => {
    clock.note(drawnAt);
    const tell = () => setNow(clock.now());
    tell();
    const timer = setInterval(tell, everyMs);
    for (const waking of wakings) {
      window.addEventListener(waking, tell);
      document.addEventListener(waking, tell);
    }
    return () => {
      clearInterval(timer);
      for (const waking of wakings) {
        window.removeEventListener(waking, tell);
        document.removeEventListener(waking, tell);
      }
    };
  }, [drawnAt, everyMs]);
  return Math.max(now, drawnAt);
}

/**
 * Whether a time is over by the server's clock. A page that is left counts as over until it is shown again: the browser may
 * keep it as it is and show that picture first.
 */
export function useIsOver(until: number, now: number): boolean {
  const [isLeft, setIsLeft] = useState(false);
  useEffect(() => {
    const leave = () => flushSync(() => setIsLeft(true));
    const come = () => setIsLeft(false);
    window.addEventListener("pagehide", leave);
    window.addEventListener("pageshow", come);
    return () => {
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("pageshow", come);
    };
  }, []);
  return isLeft || now >= until;
}
