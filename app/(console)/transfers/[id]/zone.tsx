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

const ways = ["local", "utc", "ago"] as const;
/** How times are shown: in the zone of the business, in UTC, or as how long ago they were. */
type Way = (typeof ways)[number];
const words: Record<Way, string> = { local: "Show local times", utc: "Show UTC", ago: "Show how long ago" };

const Zone = createContext<{ way: Way; next: Way; show: (way: Way) => void }>({
  way: "local",
  next: "utc",
  show: () => {},
});

/**
 * How the times of a transfer are shown. Those of both zones stand in the markup, and this shows one of them: the server
 * draws the times, and is not asked again for the other zone.
 */
export function ZoneScope({ children }: { children: ReactNode }) {
  const [way, setWay] = useState<Way>("local");
  const next = ways[(ways.indexOf(way) + 1) % ways.length] ?? "local";
  return (
    <Zone value={{ way, next, show: setWay }}>
      <div className="group/zone" data-way={way}>
        {children}
      </div>
    </Zone>
  );
}

/** The zone that is shown now, as an IANA name. */
export function useZone(timeZone: string): string {
  return useContext(Zone).way === "utc" ? "UTC" : timeZone;
}

/** Changes between the reader's zone, UTC, and how long ago it was. */
export function ZoneToggle() {
  const { next, show } = useContext(Zone);
  function showNext() {
    // It is two presses away.
    void loadAgo().catch(() => undefined);
    show(next);
  }
  return (
    <Button size="small" variant="quiet" onClick={showNext} className="print:hidden">
      {words[next]}
    </Button>
  );
}

/** How long ago a moment was, when that is what is shown. Never drawn by the server, whose clock is another. */
export function ZonedAgo({ at }: { at: string }) {
  if (useContext(Zone).way !== "ago") return null;
  return (
    <Suspense>
      <AgoText at={at} />
    </Suspense>
  );
}
