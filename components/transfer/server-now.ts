import { useEffect, useState } from "react";

/** The newest drawing that this page has seen, and when: Back can show an older one again. */
let newest: { drawnAt: number; seenAt: number } | undefined;

/** The server's time, counted from its newest drawing of a page, because a browser's own clock may be wrong. */
export function useServerNow(drawnAt: number, everyMs: number): number {
  const [now, setNow] = useState(drawnAt);
  useEffect(() => {
    if (newest === undefined || drawnAt > newest.drawnAt) newest = { drawnAt, seenAt: Date.now() };
    const from = newest;
    const tell = () => setNow(from.drawnAt + Date.now() - from.seenAt);
    tell();
    const timer = setInterval(tell, everyMs);
    return () => clearInterval(timer);
  }, [drawnAt, everyMs]);
  return Math.max(now, drawnAt);
}
