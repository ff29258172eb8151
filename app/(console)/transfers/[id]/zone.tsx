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
type Way = (typeof ways)[number];
const words: Record<Way, string> = { local: "Show local times", utc: "Show UTC", ago: "Show how long ago" };

const Zone = createContext<{ way: Way; next: Way; show: (way: Way) => void }>({
  way: "local",
  next: "utc",
  show: () => {},
});

/** The markup has the times of both zones and this shows one, so the server isn't asked to draw the other. */
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

/** Returns an IANA name. */
export function useZone(timeZone: string): string {
  return useContext(Zone).way === "utc" ? "UTC" : timeZone;
}

export function ZoneToggle() {
  const { next, show } = useContext(Zone);
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
