import { useEffect, useState } from "react";

/** The server's time, counted on from when it drew the page: a browser's own clock may be wrong. */
export function useServerNow(drawnAt: number, everyMs: number): number {
  const [past, setPast] = useState({ drawnAt, ms: 0 });
  useEffect(() => {
    const began = Date.now();
    const timer = setInterval(() => setPast({ drawnAt, ms: Date.now() - began }), everyMs);
    return () => clearInterval(timer);
  }, [drawnAt, everyMs]);
  return drawnAt + (past.drawnAt === drawnAt ? past.ms : 0);
}
