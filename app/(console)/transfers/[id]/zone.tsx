"use client";

import { createContext, type ReactNode, Suspense, useContext, useState } from "react";
import { Button } from "#components/ui/button";
import { lazyPart } from "#components/ui/lazy-part";

const loadAgo = () => import("#lib/text/format-time");
const AgoText = lazyPart<{ at: string }>(
  async () => {
    const { formatAgo } = await loadAgo();
    return ({ at }) => formatAgo(at, Date.now());
  },
  ({ at }) => at,
);

type Way = "local" | "utc" | "ago";
const nextWay: Record<Way, Way> = { local: "utc", utc: "ago", ago: "local" };
const words: Record<Way, string> = { local: "Show local times", utc: "Show UTC", ago: "Show how long ago" };

const Zone = createContext<{ way: Way; show: (way: Way) => void }>({ way: "local", show: () => {} });

/** The markup has the times of both zones and this shows one, so the server isn't asked to draw the other. */
export function ZoneScope({ children }: { children: ReactNode }) {
  const [way, setWay] = useState<Way>("local");
  return (
    <Zone value={{ way, show: setWay }}>
      <div className="group/zone" data-way={way}>
        {children}
      </div>
    </Zone>
  );
}

/** Returns an IANA name. */
export function useZone(timeZone: string): string {
  return useContext(Zone).way === "utc" ? "UTC" : timeZone;
}

export function ZoneToggle() {
  const { way, show } = useContext(Zone);
  const next = nextWay[way];
  function showNext() {
    // Loaded ahead: it is two presses away.
    void loadAgo().catch(() => undefined);
    show(next);
  }
  return (
    <Button size="small" variant="quiet" onClick={showNext} className="print:hidden">
      {words[next]}
    </Button>
  );
}

/** Never drawn by the server, whose clock differs. */
export function ZonedAgo({ at }: { at: string }) {
  if (useContext(Zone).way !== "ago") return null;
  return (
    <Suspense>
      <AgoText at={at} />
    </Suspense>
  );
}
