"use client";

import { useEffect } from "react";
import { useFocusKept } from "#lib/browser/focus-kept";
import { useRefresh } from "#lib/browser/refresh-page";
import type { PayerState } from "#lib/contract/pay/pay-links";

const everyMs = 10_000;

/** Draws the page again while somebody looks at it, and at once when they come back to it. */
export function KeepFresh({ state }: { state: PayerState }) {
  useFocusKept(state);
  const { refresh, isAway } = useRefresh();
  useEffect(() => {
    const refreshIfSeen = () => document.visibilityState === "visible" && refresh();
    const timer = setInterval(refreshIfSeen, everyMs);
    document.addEventListener("visibilitychange", refreshIfSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refreshIfSeen);
    };
  }, [refresh]);
  return (
    <p role="status" className="font-medium text-warn empty:hidden">
      {isAway ? "Couldn’t refresh this page. Reload it before you send." : ""}
    </p>
  );
}
