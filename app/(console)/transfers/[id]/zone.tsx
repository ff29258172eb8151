"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import { Button } from "#components/ui/button";

const Zone = createContext({ isUtc: false, toggle: () => {} });

/**
 * Whether the times of a transfer are shown in UTC. Both stand in the markup, and this shows one of them: the server
 * draws the times, and is not asked again for the other zone.
 */
export function ZoneScope({ children }: { children: ReactNode }) {
  const [isUtc, setIsUtc] = useState(false);
  return (
    <Zone value={{ isUtc, toggle: () => setIsUtc(!isUtc) }}>
      <div className="group/zone" data-utc={isUtc || undefined}>
        {children}
      </div>
    </Zone>
  );
}

/** The zone that is shown now, as an IANA name. */
export function useZone(timeZone: string): string {
  return useContext(Zone).isUtc ? "UTC" : timeZone;
}

/** Changes between the reader's zone and UTC. */
export function ZoneToggle() {
  const { isUtc, toggle } = useContext(Zone);
  return (
    <Button size="small" variant="quiet" onClick={toggle} className="print:hidden">
      {isUtc ? "Show local times" : "Show UTC"}
    </Button>
  );
}
